# needs: python3
reproduce() {
  printf 'caf\xe9 3\n' > menu.csv
  printf 'th\xc3\xa9 3\n' > tea.csv
  printf '\xff\xfet\x00e\x00a\x00' > excel.csv
  printf 'tea 3\n' | gzip > menu.csv.gz
  printf 'import sys\nprint(open(sys.argv[1]).read())\n' > show.py
  /usr/bin/python3 show.py menu.csv
  /usr/bin/python3 show.py excel.csv 2>&1 | tail -n 1
  /usr/bin/python3 show.py menu.csv.gz 2>&1 | tail -n 1
  LC_ALL=C PYTHONCOERCECLOCALE=0 PYTHONUTF8=0 /usr/bin/python3 show.py tea.csv 2>&1 | tail -n 1
}
workaround_1() { sed -i 's/1\])/1], encoding=sys.argv[2])/' show.py; /usr/bin/python3 show.py menu.csv cp1252 && /usr/bin/python3 show.py excel.csv utf-16; }
workaround_2() { export LC_ALL=C; PYTHONUTF8=1 /usr/bin/python3 show.py tea.csv && sed -i 's/1\])/1], encoding="utf-8")/' show.py && PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 PYTHONIOENCODING=utf-8 /usr/bin/python3 show.py tea.csv; }
workaround_3() { sed -i 's/1\])/1], "rb")/' show.py; /usr/bin/python3 show.py menu.csv.gz && gunzip -k -c menu.csv.gz; }
dead_end_1() { sed -i '1i # -*- coding: utf-8 -*-' show.py; /usr/bin/python3 show.py menu.csv; }
