# needs: bash, zsh, python3
reproduce() {
  mkdir bin
  printf '#!/opt/python3.9/bin/python\nprint("report")\n' > bin/report; chmod +x bin/report
  bash -c ./bin/report
  printf 'echo start\n./bin/report\n' > ci.sh
  bash ci.sh
  zsh ci.sh
}
workaround_1() { sed -i '1s|.*|#!/usr/bin/env python3|' ./bin/report; bash ci.sh; zsh ci.sh; }
workaround_2() { python3 ./bin/report; }
dead_end_1() { ls -l bin/report; chmod +x bin/report; bash ci.sh; }
