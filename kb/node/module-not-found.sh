# needs: node, network
reproduce() {
  export NPM_CONFIG_GLOBALCONFIG=$(npm config get globalconfig) NPM_CONFIG_PREFIX=$PWD/global
  mkdir -p global/lib shop; cd shop
  echo '{"name": "shop", "version": "1.0.0", "private": true, "dependencies": {"ms": "2.1.3"}}' > package.json
  echo 'console.log(require("ms")("2 days"))' > app.js
  echo 'import ms from "ms"; console.log(ms("2 days"))' > app.mjs
  echo 'console.log(require("./Price").tea)' > bill.js
  echo 'import { tea } from "./price"; console.log(tea)' > bill.mjs
  echo 'exports.tea = 3' > price.js
  /usr/bin/node app.js
  /usr/bin/node app.mjs
  /usr/bin/node bill.js
  /usr/bin/node bill.mjs
  /usr/bin/node sever.js
}
workaround_1() { npm install --no-audit --no-fund && /usr/bin/node app.js && /usr/bin/node app.mjs; }
workaround_2() { echo '{"name": "shop", "version": "1.0.0"}' > package.json; npm install --no-audit --no-fund ms && /usr/bin/node app.js && /usr/bin/node app.mjs; }
workaround_3() { sed -i 's/Price/price/' bill.js; sed -i 's/price"/price.js"/' bill.mjs; /usr/bin/node bill.js && /usr/bin/node bill.mjs; }
dead_end_1() { npm install --no-audit --no-fund -g ms; ls ../global/lib/node_modules; /usr/bin/node app.js; }
dead_end_2() { npm cache clean --force; /usr/bin/node app.js; }
