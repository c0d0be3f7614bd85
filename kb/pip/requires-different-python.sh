# needs: python3, python3.13, git, network
export PIP_CONFIG_FILE=/dev/null; unset PIP_FIND_LINKS
python313() { if command -v pyenv >/dev/null; then PYENV_VERSION=$(pyenv versions --bare | grep -m1 '^3\.13') python3.13 "$@"; else python3.13 "$@"; fi; }
reproduce() {
  git config --global init.defaultBranch main; git config --global user.name Ada; git config --global user.email ada@example.com
  /usr/bin/python3 -m venv venv
  git init -q shop; cd shop; mkdir shop; echo 'TEA = 3' > shop/__init__.py
  printf '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n\n[project]\nname = "shop"\nversion = "1.0"\nrequires-python = ">=3.9"\n' > pyproject.toml
  git add .; git commit -qm 1.0; git tag 1.0
  sed -i 's/3\.9/3.12/; s/"1\.0"/"2.0"/' pyproject.toml; git commit -qam 2.0; cd ..
  venv/bin/pip install ./shop
}
workaround_1() { python313 -m venv new && new/bin/pip install ./shop; }
workaround_2() { venv/bin/pip install git+file://$PWD/shop@1.0; }
workaround_3() { sed -i 's/3\.12/3.11/' shop/pyproject.toml; venv/bin/pip install ./shop && venv/bin/python -c 'import shop; print(shop.TEA)'; }
dead_end_1() { venv/bin/pip install -q --upgrade pip; venv/bin/pip install ./shop; }
