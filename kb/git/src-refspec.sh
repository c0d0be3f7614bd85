# needs: git
reproduce() {
  git config --global init.defaultBranch master; git config --global user.name Ada; git config --global user.email ada@example.com
  git init -q --bare hub
  git init -q new; (cd new; git remote add origin ../hub; echo 3 > price; git push -u origin master)
  git init -q shop; cd shop; git remote add origin ../hub; echo 3 > price; git add .; git commit -qm first
  git push -u origin main
}
workaround_1() { cd ../new; git add . && git commit -qm 'First commit' && git push -u origin master; }
workaround_2() { git push -u origin HEAD; }
workaround_3() { git branch -M main && git push -u origin main; }
dead_end_1() { git remote remove origin; git remote add origin "$PWD/../hub"; git push -u origin main; }
dead_end_2() { git push --force -u origin main; }
