# needs: python3, python3-dev, gcc, root, pip:netifaces, network
# The headers are hidden from pip in a mount namespace of its own, as on a system without python3-dev.
export PIP_CONFIG_FILE=/dev/null; unset PIP_FIND_LINKS
without_headers() { unshare -m bash -c 'mount -t tmpfs none "$(/usr/bin/python3 -c "import sysconfig; print(sysconfig.get_path(\"include\", \"posix_prefix\"))")"; "$@"' - "$@"; }
reproduce() {
  /usr/bin/python3 -m venv venv
  without_headers venv/bin/pip install --no-cache-dir netifaces==0.11.0
}
workaround_1() { venv/bin/pip install netifaces==0.11.0 && venv/bin/python -c 'import netifaces; print(netifaces.version)'; }
dead_end_1() { gcc --version | head -n 1; without_headers venv/bin/pip install netifaces==0.11.0; }
dead_end_2() { venv/bin/pip install -q --upgrade pip setuptools; without_headers venv/bin/pip install netifaces==0.11.0; }
