# needs: python3, network
export PIP_CONFIG_FILE=/dev/null; unset PIP_FIND_LINKS
reproduce() {
  /usr/bin/python3 -m venv venv
  printf 'requests==2.25.1\nurllib3==2.0.7\n' > requirements.txt
  venv/bin/pip install --no-cache-dir -r requirements.txt
}
workaround_1() { printf 'requests==2.25.1\nurllib3\n' > requirements.txt; venv/bin/pip install -r requirements.txt && venv/bin/pip check; }
workaround_2() { printf 'requests==2.31.0\nurllib3==2.0.7\n' > requirements.txt; venv/bin/pip install -r requirements.txt && venv/bin/pip check; }
dead_end_2() { printf 'urllib3==2.0.7\nrequests==2.25.1\n' > requirements.txt; venv/bin/pip install -r requirements.txt; }
dead_end_3() { /usr/bin/python3 -m venv new; new/bin/pip install -r requirements.txt; }
