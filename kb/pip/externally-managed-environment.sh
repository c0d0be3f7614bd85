# needs: python3, network
export PIP_CONFIG_FILE=/dev/null; unset PIP_FIND_LINKS
reproduce() { /usr/bin/python3 -m pip install tabulate; }
workaround_1() { /usr/bin/python3 -m venv .venv && .venv/bin/pip install tabulate && .venv/bin/python -c "import tabulate"; }
workaround_2() { export PYTHONUSERBASE=$PWD/base; /usr/bin/python3 -m pip install --user --break-system-packages tabulate && /usr/bin/python3 -c "import tabulate"; }
dead_end_1() { id -u; /usr/bin/python3 -m pip install tabulate; }
dead_end_2() { /usr/bin/python3 -m pip install --user tabulate; }
