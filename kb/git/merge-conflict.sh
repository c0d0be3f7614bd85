# needs: git
reproduce() {
  git config --global init.defaultBranch main; git config --global user.name Ada; git config --global user.email ada@example.com; git config --global core.editor true
  git init -q shop; cd shop
  echo 'tea 3' > price.txt; printf 'open 9\nlunch 12\nrest 13\nwalk 15\nclose 18\n' > hours.txt; git add .; git commit -qm first
  git switch -qc sale; echo 'tea 2' > price.txt; git commit -qam sale
  git switch -q main; echo 'tea 4' > price.txt; git commit -qam raise
  git switch -qc holiday; git rm -q hours.txt; git commit -qm 'no hours'
  git switch -q main; sed -i 1s/9/10/ hours.txt; git commit -qam later
  git merge holiday; git merge --abort
  git switch -qc times; git mv hours.txt times.txt; git commit -qm rename; git merge holiday; git merge --abort; git switch -q main
  git rebase sale; git rebase --abort
  git merge sale
}
workaround_1() { echo 'tea 3.5' > price.txt; git add price.txt && git merge --continue && git status; }
workaround_2() { git checkout --theirs -- price.txt && git add price.txt && git merge --continue && git status && cat price.txt; }
dead_end_1() { git merge --abort; git merge sale; }
workaround_3() { git merge --abort && git status; }
