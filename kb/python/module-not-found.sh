# needs: python3, network
reproduce() {
  /usr/bin/python3 -m venv venv; /usr/bin/python3 -m venv other
  mkdir -p shop/tools; cd shop
  echo 'import tabulate; print(tabulate.tabulate([[1]]))' > app.py
  echo 'PRICE = 3' > settings.py
  echo 'import settings; print(settings.PRICE)' > tools/report.py
  ../venv/bin/python app.py
  ../venv/bin/python -m tabulate --version
  ../venv/bin/python tools/report.py
}
workaround_1() { ../venv/bin/python -m pip install -q tabulate && ../venv/bin/python app.py; }
workaround_2() { ../other/bin/python -m pip install -q tabulate && ../other/bin/python app.py; }
workaround_3() { ../venv/bin/python -m tools.report; }
dead_end_1() { PATH=$PWD/../other/bin:$PATH; pip install -q tabulate; ../venv/bin/python app.py; }
dead_end_2() { touch __init__.py tools/__init__.py; ../venv/bin/python tools/report.py; }
