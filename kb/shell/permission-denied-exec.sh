# needs: bash, dash, git, make
reproduce() {
  git config --global user.name Ada; git config --global user.email ada@example.org
  git init -q project; cd project
  printf '#!/bin/sh\necho built\n' > build.sh
  printf 'all:\n\t./build.sh\n' > Makefile
  git add . ; git commit -qm 'Add the build script'
  bash -c './build.sh'
  printf 'echo start\n./build.sh\n' > ci.sh
  bash ci.sh
  dash ci.sh
  make
}
workaround_1() { cd project; chmod +x ./build.sh; bash ci.sh; }
workaround_2() { cd project; git update-index --chmod=+x ./build.sh; git commit -qm 'Make it executable'; git clone -q . ../fresh; cd ../fresh; bash -c ./build.sh; }
workaround_3() { cd project; bash ./build.sh; }
dead_end_1() { cd project; chmod u+rw ./build.sh; umask 000; bash ci.sh; }
