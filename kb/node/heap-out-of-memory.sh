# needs: node
reproduce() {
  ulimit -c 0
  printf 'const rows = [];\nfor (let i = 0; i < 2e6; i++) {\n  rows.push({ id: i, name: "row " + i });\n}\nconsole.log(rows.length, "rows");\n' > report.js
  export NODE_OPTIONS=--max-old-space-size=60
  sh -c 'node report.js; exit'
}
workaround_1() { export NODE_OPTIONS=--max-old-space-size=8192; sh -c 'node report.js; exit'; }
workaround_2() {
  printf 'let count = 0;\nfor (let i = 0; i < 2e6; i++) {\n  const row = { id: i, name: "row " + i };\n  if (row.name) count++;\n}\nconsole.log(count, "rows");\n' > report.js
  sh -c 'node report.js; exit'
}
dead_end_1() { sh -c 'node report.js --max-old-space-size=8192; exit'; }
dead_end_2() { sed -i 's/rows.push/if (i % 200000 === 0) gc();\n  rows.push/' report.js; sh -c 'node --expose-gc report.js; exit'; }
dead_end_3() { printf 'const seen = [];\nfor (;;) seen.push({ request: seen.length });\n' > leak.js; NODE_OPTIONS=--max-old-space-size=300 sh -c 'node leak.js; exit'; }
