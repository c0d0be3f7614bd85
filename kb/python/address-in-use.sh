# needs: python3, ss
reproduce() {
  trap '[ -n "$first" ] && kill -9 $first 2>/dev/null' EXIT
  mkdir site; cd site
  cat > echo.py <<'PY'
import asyncio, sys

async def main():
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", int(sys.argv[1]))
    print("listening")
    server.close()

asyncio.run(main())
PY
  cat > once.py <<'PY'
import socket, sys, threading

server = socket.socket()
if "reuse" in sys.argv:
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
server.bind(("127.0.0.1", int(sys.argv[1])))
server.listen()
client = socket.create_connection(server.getsockname())
server.accept()[0].close()
client.close()
print("served one")
PY
  /usr/bin/python3 -u -m http.server -b 127.0.0.1 8137 >first.log 2>&1 & first=$!
  for _ in $(seq 100); do grep -q Serving first.log && break; sleep 0.1; done
  /usr/bin/python3 -m http.server -b 127.0.0.1 8137
  /usr/bin/python3 echo.py 8137 2>&1 | tail -n 1
  /usr/bin/python3 once.py 8138
  /usr/bin/python3 once.py 8138
}
serve() { timeout -s INT 1 /usr/bin/python3 -m http.server "$@"; [ $? = 124 ]; }
workaround_1() { kill $(ss -ltnp | grep ':8137 ' | grep -o 'pid=[0-9]*' | cut -d = -f 2); sleep 0.5; serve -b 127.0.0.1 8137 && /usr/bin/python3 echo.py 8137; }
workaround_2() { serve -b 127.0.0.1 8139 && /usr/bin/python3 echo.py 8140; }
workaround_3() { /usr/bin/python3 once.py 8141 reuse && /usr/bin/python3 once.py 8141 reuse; }
dead_end_1() { kill -STOP $first; /usr/bin/python3 -m http.server -b 127.0.0.1 8137; }
dead_end_2() { /usr/bin/python3 once.py 8137 reuse; }
