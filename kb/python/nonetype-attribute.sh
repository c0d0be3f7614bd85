# needs: python3
reproduce() {
  printf 'import re\nfor line in ["tea 3", "tea"]:\n    print(re.search(r"\\d+", line).group())\n' > price.py
  printf 'names = ["tea", "milk"].sort()\nprint(names.index("tea"))\n' > names.py
  printf 'def find(name):\n    if name == "tea":\n        return "Tea"\n\nprint(find("milk").upper())\n' > find.py
  /usr/bin/python3 price.py; /usr/bin/python3 names.py; /usr/bin/python3 find.py
}
workaround_1() { printf 'import re\nfor line in ["tea 3", "tea"]:\n    found = re.search(r"\\d+", line)\n    print(found.group() if found else "no price")\n' > price.py; /usr/bin/python3 price.py; }
workaround_2() { printf 'names = ["tea", "milk"]\nnames.sort()\nprint(names.index("tea"))\n' > names.py; /usr/bin/python3 names.py; }
workaround_3() { sed -i '3a\    return name' find.py; /usr/bin/python3 find.py; }
