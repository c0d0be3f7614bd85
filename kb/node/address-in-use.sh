# needs: node, lsof
reproduce() {
  trap '[ -n "$first" ] && kill -9 $first 2>/dev/null' EXIT
  echo 'const s = require("node:http").createServer(); s.listen(process.env.PORT || 4173, process.env.HOST, () => { console.log("listening"); if (process.argv[2]) setTimeout(() => process.exit(), process.argv[2]) })' > server.js
  /usr/bin/node server.js >first.log 2>&1 & first=$!
  for _ in $(seq 100); do grep -q listening first.log && break; sleep 0.1; done
  /usr/bin/node server.js 300
  HOST=127.0.0.1 /usr/bin/node server.js 300
}
workaround_1() { [ "$(lsof -t -iTCP:4173 -sTCP:LISTEN)" = "$first" ] && kill $(lsof -t -iTCP:4173 -sTCP:LISTEN); sleep 0.5; /usr/bin/node server.js 300; }
workaround_2() { PORT=0 /usr/bin/node server.js 300; }
dead_end_1() { /usr/bin/node server.js 300; }
dead_end_2() { kill -STOP $first; /usr/bin/node server.js 300; }
