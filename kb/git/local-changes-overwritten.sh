# needs: git
reproduce() {
  git config --global init.defaultBranch main; git config --global user.name Ada; git config --global user.email ada@example.com; git config --global pull.rebase false
  git init -q --bare hub
  git clone -q hub one 2>/dev/null; (cd one && seq 20 > price.txt && git add . && git commit -qm first && git push -q origin main)
  git clone -q hub two; git clone -q hub three
  (cd one && sed -i 1s/1/100/ price.txt && echo mon > hours.txt && git add . && git commit -qam raise && git push -q)
  (cd three && echo tue > hours.txt && git pull -q)
  cd two && echo 21 >> price.txt
  git pull -q
  git fetch -q && git checkout -q origin/main
  git pull -q --rebase
}
workaround_1() { git stash -u && git pull -q && git stash pop && cat price.txt | sed -n '1p;$p'; }
workaround_2() { git commit -qam 'work in progress' && git pull -q --no-edit && git log --oneline && sed -n '1p;$p' price.txt; }
workaround_3() { git restore -- price.txt && git pull -q && sed -n '1p;$p' price.txt; }
dead_end_1() { git pull -q; git pull -q --rebase; }
dead_end_2() { git add price.txt; git pull -q; }
