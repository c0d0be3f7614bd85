# needs: python3
reproduce() {
  : > settings.json
  echo '<html><body>502 Bad Gateway</body></html>' > answer.json
  echo '{"tea": 3}' > price.json
  printf 'import json, sys\nwith open(sys.argv[1]) as f:\n    print(json.load(f))\n' > load.py
  printf 'import json\nf = open("price.json")\nprint(len(f.read()))\nprint(json.load(f))\n' > twice.py
  /usr/bin/python3 load.py settings.json
  /usr/bin/python3 load.py answer.json 2>&1 | tail -n 1
  /usr/bin/python3 twice.py 2>&1 | tail -n 1
}
workaround_3() { printf 'import json, sys\nwith open(sys.argv[1]) as f:\n    text = f.read()\n    print(json.loads(text) if text.strip() else {})\n' > load.py; /usr/bin/python3 load.py settings.json; }
workaround_4() { sed -i '/len/a f.seek(0)' twice.py; /usr/bin/python3 twice.py; }
dead_end_2() { sed -i 's/\[1\])/[1], encoding="utf-8-sig")/' load.py; /usr/bin/python3 load.py settings.json; sed -i 's/utf-8-sig/latin-1/' load.py; /usr/bin/python3 load.py answer.json; }
