# needs: node, network
reproduce() {
  mkdir shop; cd shop
  echo '{"name": "shop", "version": "1.0.0", "dependencies": {"react": "^18.3.1"}}' > package.json
  npm install --no-audit --no-fund --no-update-notifier
  npm install --no-audit --no-fund --no-update-notifier react-dom@17.0.2
  npm install --no-audit --no-fund --no-update-notifier --legacy-peer-deps react-dom@17.0.2
  npm ci --no-audit --no-fund --no-update-notifier
  echo '{"name": "shop", "version": "1.0.0", "dependencies": {"react": "^18.3.1", "react-dom": "17.0.2"}}' > package.json
  rm -r node_modules package-lock.json
  npx --yes --no-update-notifier npm@8 install --no-audit --no-fund --no-update-notifier
}
workaround_1() { npm install --no-audit --no-fund --no-update-notifier react-dom@18 && npm ls; }
workaround_2() { npm install --no-audit --no-fund --no-update-notifier react@17 && npm ls; }
workaround_3() {
  echo '{"name": "shop", "version": "1.0.0", "dependencies": {"react": "^18.3.1", "react-dom": "17.0.2"}, "overrides": {"react-dom": {"react": "$react"}}}' > package.json
  npm install --no-audit --no-fund --no-update-notifier && npm ls
}
workaround_4() { npm install --no-audit --no-fund --no-update-notifier --legacy-peer-deps; }
dead_end_1() { rm -rf node_modules package-lock.json; npm install --no-audit --no-fund --no-update-notifier; }
dead_end_2() { npm cache clean --force; npm install --no-audit --no-fund --no-update-notifier; }
