# needs: bash, python3, unshare
in_volume() {
  unshare -rm bash -c 'mkdir -p volume; mount -t tmpfs -o size=1m,nr_inodes=40 none volume; . ./fill.sh; '"$1"
}
reproduce() {
  cat > fill.sh <<'SH'
mkdir volume/cache
head -c 900K /dev/zero > volume/app.log
SH
  in_volume '
    cp /bin/bash volume/copy
    echo done > volume/done.txt
    tar cf volume/backup.tar /bin/bash
    python3 -c "open(\"volume/report.txt\", \"w\").write(\"x\" * 100000)" 2>&1 | tail -n 1
    : > volume/app.log; rm volume/copy volume/backup.tar volume/report.txt
    for i in $(seq 50); do touch volume/cache/$i; done 2>&1 | tail -1
    df -h volume; df -i volume'
}
workaround_1() { in_volume 'du -xh volume | sort -h | tail -n 3; rm volume/app.log; head -c 500K /dev/zero > volume/report; ls volume'; }
workaround_2() { in_volume 'exec 3>> volume/app.log; : > volume/app.log; head -c 500K /dev/zero > volume/report; ls volume'; }
workaround_3() { in_volume 'touch volume/cache/{1..37}; df -i volume; rm -r volume/cache; touch volume/report; ls volume'; }
dead_end_1() { in_volume 'exec 3>> volume/app.log; rm volume/app.log; cp /bin/bash volume/copy'; }
dead_end_2() { in_volume 'touch volume/cache/{1..37} 2>/dev/null; : > volume/app.log; touch volume/report; df -h volume'; }
