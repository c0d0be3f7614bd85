# needs: bash, dash
reproduce() {
  mkdir -p "$HOME/.local/bin"
  printf '#!/bin/sh\necho deployed\n' > "$HOME/.local/bin/shipit"; chmod +x "$HOME/.local/bin/shipit"
  printf '#!/bin/bash\necho start\nshipit staging\n' > deploy.sh
  printf '#!/usr/bin/env shipit-runner\n' > tool; chmod +x tool
  bash deploy.sh
  bash -c 'shipit staging'
  dash deploy.sh
  dash -c 'shipit staging'
  ./tool
}
workaround_1() { export PATH="$HOME/.local/bin:$PATH"; bash deploy.sh; }
workaround_2() { sed -i "s|^shipit|$HOME/.local/bin/shipit|" deploy.sh; bash deploy.sh; }
dead_end_1() { echo 'export PATH="$HOME/.local/bin:$PATH"' >> "$HOME/.bashrc"; bash deploy.sh; }
dead_end_2() { chmod +x deploy.sh; ./deploy.sh; }
