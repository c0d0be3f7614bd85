# needs: python3, python3.13, network
export PIP_CONFIG_FILE=/dev/null; unset PIP_FIND_LINKS
python313() { if command -v pyenv >/dev/null; then PYENV_VERSION=$(pyenv versions --bare | grep -m1 '^3\.13') python3.13 "$@"; else python3.13 "$@"; fi; }
reproduce() {
  /usr/bin/python3 -m venv venv
  venv/bin/pip install yaml
  venv/bin/pip install sampleproject==99
  venv/bin/pip install audioop-lts
}
workaround_1() { venv/bin/pip install PyYAML; }
workaround_2() { venv/bin/pip install sampleproject==3.0.0; }
workaround_3() { python313 -m venv new && new/bin/pip install audioop-lts; }
dead_end_1() { venv/bin/pip install -q --upgrade pip; venv/bin/pip install yaml; }
dead_end_2() { venv/bin/pip cache purge; venv/bin/pip install yaml; }
