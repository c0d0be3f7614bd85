# needs: git
reproduce() {
  git config --global init.defaultBranch main; git config --global user.name Ada; git config --global user.email ada@example.com
  git init -q shop; (cd shop; echo 3 > price; git add .; git commit -qm first; git worktree add -q ../sale 2>/dev/null)
  mkdir export; cp shop/price export/
  (cd export; git status; git push)
  mv shop store
  (cd sale; git status)
}
workaround_1() { cd store && git status; git -C ../store log --oneline; }
workaround_2() { rm -r export; git clone -q store export && cd export && git status; }
workaround_3() { cd export && git init -q && git status; }
workaround_4() { (cd store && git worktree repair ../sale); cd sale && git status; }
dead_end_2() { git config --global --add safe.directory '*'; cd export; git status; }
