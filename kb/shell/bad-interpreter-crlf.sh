# needs: bash, git, zsh
reproduce() {
  git config --global user.name Ada; git config --global user.email ada@example.org
  git init -q project; cd project
  printf '#!/usr/bin/env bash\r\n\r\nfor i in 1 2; do\r\n  echo $i\r\ndone\r\n' > build.sh
  printf '#!/bin/bash\r\necho started\r\n' > run.sh
  chmod +x build.sh run.sh; git add .; git commit -qm 'Add the build script'
  ./build.sh
  bash build.sh
  zsh -c ./run.sh
}
workaround_1() { cd project; git ls-files -z '*.sh' | xargs -0 sed -i 's/\r$//'; ./build.sh; zsh -c ./run.sh; }
workaround_2() { cd project; printf '*.sh text eol=lf\n' >> .gitattributes; git add --renormalize . ; git add .gitattributes; git commit -qm 'Keep scripts with LF'; git -c core.autocrlf=true clone -q . ../fresh; cd ../fresh; ./build.sh; }
dead_end_1() { cd project; chmod +x build.sh; ./build.sh; }
dead_end_2() { cd project; bash build.sh; }
