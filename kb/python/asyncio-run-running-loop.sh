# needs: python3, network
export PIP_CONFIG_FILE=/dev/null; unset PIP_FIND_LINKS
reproduce() {
  cat > prices.py <<'PY'
import asyncio

async def fetch():
    await asyncio.sleep(0)
    return 3

def load():
    return asyncio.run(fetch())
PY
  cat > app.py <<'PY'
import asyncio, prices

async def main():
    print(prices.load())

asyncio.run(main())
PY
  sed 's/prices.load()/asyncio.get_event_loop().run_until_complete(prices.fetch())/' app.py > same.py
  sed 's/prices.load()/asyncio.new_event_loop().run_until_complete(prices.fetch())/' app.py > new.py
  /usr/bin/python3 app.py
  /usr/bin/python3 -W ignore same.py 2>&1 | tail -n 1
  /usr/bin/python3 -W ignore new.py 2>&1 | tail -n 1
}
workaround_1() { sed -i 's/prices.load()/await prices.fetch()/' app.py; /usr/bin/python3 app.py; }
workaround_2() {
  /usr/bin/python3 -m venv venv; venv/bin/pip install -q ipykernel nbclient
  notebook() { printf '{"cells": [{"cell_type": "code", "id": "a", "metadata": {}, "outputs": [], "execution_count": null, "source": "import asyncio, prices\\nprint(%s)"}], "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}, "nbformat": 4, "nbformat_minor": 5}' "$1" > cell.ipynb; venv/bin/jupyter execute cell.ipynb; }
  notebook 'asyncio.run(prices.fetch())' 2>&1 | grep -q 'cannot be called from a running event loop' || return 1
  notebook 'await prices.fetch()'
}
workaround_3() { sed -i 's/prices.load()/await asyncio.to_thread(prices.load)/' app.py; /usr/bin/python3 app.py; }
dead_end_1() { /usr/bin/python3 same.py; }
dead_end_2() { /usr/bin/python3 new.py; }
