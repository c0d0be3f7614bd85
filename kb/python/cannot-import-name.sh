# needs: python3, pip:flask, pip:werkzeug, network
export PIP_CONFIG_FILE=/dev/null; unset PIP_FIND_LINKS
reproduce() {
  /usr/bin/python3 -m venv venv
  venv/bin/pip install -q flask==2.2.2 werkzeug==3.0.1
  venv/bin/python -c 'from collections import Mapping'
  venv/bin/python -c 'import flask'
  echo 'from tokens import sign; print(sign("tea"))' > app.py
  echo 'def sing(text): return text[::-1]' > tokens.py
  venv/bin/python app.py
  mkdir shop; cd shop; echo 'from random import randint; print(randint(1, 6))' > dice.py; echo 'def draw(): return 4' > random.py
  ../venv/bin/python dice.py; cd ..
}
workaround_1() { cd shop; mv random.py draws.py; rm -rf __pycache__; ../venv/bin/python dice.py; }
workaround_2() { venv/bin/python -c 'from collections.abc import Mapping; print(Mapping)'; }
workaround_3() { venv/bin/python -m pip install -q --upgrade flask; venv/bin/python -c 'import flask; print(flask.Flask)'; }
dead_end_1() { venv/bin/pip install -q --force-reinstall --no-deps flask==2.2.2 werkzeug==3.0.1; venv/bin/python -c 'import flask'; }
