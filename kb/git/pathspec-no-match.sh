# needs: git
reproduce() {
  git config --global init.defaultBranch main; git config --global user.name Ada; git config --global user.email ada@example.com
  git config --global protocol.file.allow always
  git init -q --bare hub
  git clone -q hub theirs 2>/dev/null; (cd theirs && echo 1 > price && git add price && git commit -qm first && git push -q origin main)
  git clone -q hub shop
  (cd theirs && git switch -qc sale && echo 2 > price && git commit -qam sale && git push -q origin sale)
  git clone -q --single-branch --branch main "file://$PWD/hub" small
  cd shop
  git checkout sale
  git switch sale
  git add Price
  echo 3 > price; git add price; git commit -m fix the price
}
workaround_1() { git stash -q; git fetch -q && git switch sale && git log --oneline; }
workaround_2() { cd ../small; git remote set-branches --add origin sale && git fetch -q origin sale && git switch sale && git status; }
workaround_3() { git add price && git status; }
workaround_4() { git commit -m "fix the price" && git status; }
dead_end_1() { cd ../small; git fetch origin sale; git checkout sale; }
dead_end_2() { cd ../small; git pull --all; git checkout sale; }
