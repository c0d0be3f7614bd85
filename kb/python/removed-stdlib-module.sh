# needs: python3, python3.13, network
export PIP_CONFIG_FILE=/dev/null; unset PIP_FIND_LINKS
python313() { if command -v pyenv >/dev/null; then PYENV_VERSION=$(pyenv versions --bare | grep -m1 '^3\.13') python3.13 "$@"; else python3.13 "$@"; fi; }
reproduce() {
  python313 -m venv venv
  venv/bin/pip install -q --disable-pip-version-check WebOb==1.8.7
  echo 'import webob; print(webob.__name__)' > app.py
  venv/bin/python app.py
  for m in distutils.core imp asyncore telnetlib imghdr pipes; do venv/bin/python -c "import $m" 2>&1 | tail -n 1; done
}
workaround_1() { venv/bin/pip install -q --upgrade WebOb && venv/bin/python app.py; }
workaround_2() {
  venv/bin/pip install -q setuptools pyasyncore legacy-cgi standard-telnetlib standard-imghdr standard-pipes
  venv/bin/python app.py && venv/bin/python -W ignore -c 'import distutils.core, asyncore, telnetlib, imghdr, pipes'
}
workaround_3() { /usr/bin/python3 -m venv old && old/bin/pip install -q WebOb==1.8.7 && old/bin/python -W ignore app.py && old/bin/python -W ignore -c 'import distutils.core, imp, asyncore, telnetlib, imghdr, pipes'; }
dead_end_1() { venv/bin/pip install distutils; venv/bin/pip install imp; venv/bin/python -c 'import distutils.core'; venv/bin/python -c 'import imp'; }
dead_end_2() { venv/bin/pip install -q --force-reinstall WebOb==1.8.7; venv/bin/python app.py; }
