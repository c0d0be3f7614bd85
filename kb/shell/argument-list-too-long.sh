# needs: bash, dash, python3
reproduce() {
  mkdir cache
  (cd cache && seq -f "%0230g.tmp" 12000 | xargs touch)
  bash -c 'rm cache/*.tmp'
  printf 'echo start\nrm cache/*.tmp\n' > clean.sh
  bash clean.sh
  dash clean.sh
  python3 -c 'import subprocess; subprocess.run(["echo", "x" * 200000])' 2>&1 | tail -n 1
}
workaround_1() { find cache -maxdepth 1 -name '*.tmp' -delete; ls cache | wc -l; }
workaround_2() { printf '%s\0' cache/*.tmp | xargs -0 rm; ls cache | wc -l; }
workaround_3() { head -c 200000 /dev/zero | tr '\0' x | python3 -c 'import subprocess, sys; subprocess.run(["wc", "-c"], stdin=sys.stdin)'; }
dead_end_1() { ulimit -s unlimited; python3 -c 'import subprocess; subprocess.run(["echo", "x" * 200000])' 2>&1 | tail -n 1; }
dead_end_2() { bash -c 'ls cache/*.tmp | wc -l; rm -rf cache/*.tmp'; }
