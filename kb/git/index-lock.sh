# needs: git
reproduce() {
  git config --global init.defaultBranch main; git config --global user.name Ada; git config --global user.email ada@example.com
  git init -q shop; cd shop; echo 3 > price; git add .; git commit -qm first; echo 4 > price
  printf '#!/bin/sh\nexec sleep 3\n' > ../ed; chmod +x ../ed; export GIT_EDITOR=$PWD/../ed
  git commit -a >/dev/null 2>&1 & editing=$!
  sleep 0.7
  git add price
  kill -9 $editing; wait $editing 2>/dev/null
  git commit -am later
}
workaround_1() { rm -f .git/index.lock; git commit -a >/dev/null 2>&1 & sleep 0.7; ps -e -o pid,args | grep -q '[g]it ' && wait $!; git add price && git status; }
workaround_2() { rm -f .git/index.lock; git commit -am later && git status; }
dead_end_1() { git commit -am later; }
dead_end_2() { git stash; git reset --hard; }
