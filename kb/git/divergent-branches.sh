# needs: git
reproduce() {
  git config --global init.defaultBranch main; git config --global user.name Ada; git config --global user.email ada@example.com
  git init -q --bare hub
  git clone -q hub one 2>/dev/null; (cd one && echo 1 > a && git add a && git commit -qm first && git push -q origin main)
  git clone -q hub two; (cd two && echo 2 > b && git add b && git commit -qm theirs && git push -q)
  cd one && echo 3 > c && git add c && git commit -qm mine
  git pull
  git pull --ff-only
}
workaround_1() { git pull --rebase && git status; }
workaround_2() { git pull --no-rebase --no-edit && git status; }
workaround_3() { git reset --hard @{u} && git pull && git status; }
dead_end_1() { git pull --ff-only; }
