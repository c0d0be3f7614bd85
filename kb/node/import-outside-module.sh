# needs: node, network
reproduce() {
  mkdir -p shop/web; cd shop
  echo '{"name": "shop", "version": "1.0.0"}' > package.json
  echo '{"name": "web", "version": "1.0.0", "type": "commonjs"}' > web/package.json
  echo 'import { join } from "node:path"; console.log(join("a", "b"))' > web/app.js
  /usr/bin/node web/app.js
  npm pkg delete type --prefix web
  npx --yes --no-update-notifier node@18 web/app.js
  npm pkg set type=commonjs --prefix web
}
workaround_1() { (cd web && npm pkg set type=module); /usr/bin/node web/app.js; }
workaround_2() { mv web/app.js web/app.mjs; /usr/bin/node web/app.mjs; }
workaround_3() { echo 'const { join } = require("node:path"); console.log(join("a", "b"))' > web/app.js; /usr/bin/node web/app.js; }
dead_end_1() { npm pkg set type=module; /usr/bin/node web/app.js; }
