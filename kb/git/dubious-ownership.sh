# needs: git, root
reproduce() {
  git init -q shop
  chown -R 1234 shop
  cd shop && git status
}
workaround_1() { git config --global --add safe.directory "$PWD" && git status; }
workaround_2() { chown -R "$(id -un)" "$PWD" && git status; }
dead_end_1() { chmod -R 777 . && git status; }
dead_end_2() { git config --file .git/config --add safe.directory "$PWD"; git status; }
