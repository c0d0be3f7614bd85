# needs: git, unshare, hostname, root
on_builder() { unshare --uts sh -c 'hostname builder; exec "$@"' sh "$@"; }
reproduce() {
  git config --global init.defaultBranch main
  git init -q shop; cd shop; echo 3 > price; git add price
  on_builder git commit -m first
  export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.com
  on_builder git commit -m first
  unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL
}
workaround_1() { git config --global user.name "Ada"; git config --global user.email ada@example.com; on_builder git commit -m first && git log; }
workaround_2() { on_builder git -c user.name="CI" -c user.email=ci@example.com commit -m first && git log; }
workaround_3() { export GIT_AUTHOR_NAME=CI GIT_AUTHOR_EMAIL=ci@example.com GIT_COMMITTER_NAME=CI GIT_COMMITTER_EMAIL=ci@example.com; on_builder git commit -m first && git log; }
dead_end_1() { on_builder git commit --author "Ada <ada@example.com>" -m first; }
dead_end_2() { mkdir ../other; HOME=$PWD/../other git config --global user.name Ada; HOME=$PWD/../other git config --global user.email ada@example.com; on_builder git commit -m first; }
