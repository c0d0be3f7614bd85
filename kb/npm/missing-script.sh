# needs: node, network
reproduce() {
  mkdir -p shop/web; cd shop
  echo '{"name": "shop", "version": "1.0.0", "workspaces": ["web"], "scripts": {"build": "echo built"}}' > package.json
  echo '{"name": "web", "version": "1.0.0", "scripts": {"dev": "echo serving"}}' > web/package.json
  npm run --no-update-notifier biuld
  npm run --no-update-notifier dev
  npx --yes --no-update-notifier npm@6 run --no-update-notifier biuld
}
workaround_1() { npm run && npm run build; }
workaround_2() { npm run dev --workspaces --if-present; }
workaround_3() { npm pkg set scripts.biuld="echo built" && npm run biuld; }
dead_end_1() { npm install; npm run biuld; }
