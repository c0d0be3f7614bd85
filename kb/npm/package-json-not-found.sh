# needs: node, network
reproduce() {
  mkdir -p shop/web; cd shop
  echo '{"name": "web", "version": "1.0.0", "scripts": {"build": "echo built"}}' > web/package.json
  npm run --no-update-notifier build
  npx --yes --no-update-notifier npm@6 run --no-update-notifier build
}
workaround_1() { npm --prefix web run build && cd web && npm run build; }
workaround_3() { npm init -y && npm run && npm install; }
dead_end_1() { npm install; npm run build; }
dead_end_2() { npm cache clean --force; npm run build; }
