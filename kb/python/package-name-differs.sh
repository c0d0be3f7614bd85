# needs: python3, network
export PIP_CONFIG_FILE=/dev/null; unset PIP_FIND_LINKS
reproduce() {
  /usr/bin/python3 -m venv venv
  echo 'import yaml; print(yaml.safe_load("a: 1"))' > app.py
  venv/bin/python app.py
  for m in cv2 PIL sklearn bs4 dotenv Crypto dateutil jwt docx git serial; do venv/bin/python -c "import $m" 2>&1 | tail -n 1; done
}
workaround_1() {
  venv/bin/python -m pip install -q opencv-python-headless pillow PyYAML scikit-learn beautifulsoup4 python-dotenv pycryptodome python-dateutil PyJWT python-docx GitPython pyserial
  venv/bin/python app.py && venv/bin/python -c "import cv2, PIL, sklearn, bs4, dotenv, Crypto, dateutil, jwt, docx, git, serial; print('all there')"
}
dead_end_1() { venv/bin/python -m pip install yaml; venv/bin/python -m pip install sklearn; venv/bin/python app.py; venv/bin/python -c "import sklearn"; }
