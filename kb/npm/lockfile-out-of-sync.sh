# needs: node, git, network
reproduce() {
  git config --global user.name Ada; git config --global user.email ada@example.com
  npm config set update-notifier false; npm config set audit false; npm config set fund false
  git init -q shop; cd shop; echo node_modules > .gitignore
  echo '{"name": "shop", "version": "1.0.0", "dependencies": {"ms": "2.0.0"}}' > package.json
  npm install --silent; git add .; git commit -qm first
  echo '{"name": "shop", "version": "1.0.0", "dependencies": {"ms": "2.1.3", "once": "1.4.0"}}' > package.json
  npm ci
}
workaround_1() { npm install --package-lock-only && npm ci && git add package.json package-lock.json && git status --short; }
workaround_2() { git checkout -- package.json && npm ci; }
dead_end_1() { rm -rf node_modules; npm ci; }
dead_end_2() { npm cache clean --force; npm ci; }
