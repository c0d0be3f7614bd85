# needs: git
reproduce() {
  git config --global init.defaultBranch main; git config --global user.name Ada; git config --global user.email ada@example.com; git config --global core.editor true
  git init -q --bare hub
  git clone -q hub one 2>/dev/null; (cd one && echo Shop > README.md && git add . && git commit -qm 'Initial commit' && git push -q origin main)
  git init -q shop; cd shop; git remote add origin ../hub; echo 3 > price; git add .; git commit -qm first
  git fetch -q; git branch -q --set-upstream-to=origin/main
  git pull --no-rebase
}
workaround_1() { git pull --no-rebase --allow-unrelated-histories --no-edit && git push && ls; }
workaround_2() { git pull --rebase && git push && ls; }
dead_end_1() { git fetch; git merge origin/main; }
dead_end_2() { git pull --no-rebase -X theirs; }
