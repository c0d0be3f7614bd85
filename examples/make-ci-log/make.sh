#!/usr/bin/env bash
# Makes ../ci.log: a small web shop whose CI jobs really run, all at once, under the Procfile runner honcho.
# Some succeed, some fail. Nothing in the log is written by hand. What it needs stands in README.md.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
rm -rf /tmp/ci/shop /tmp/ci/hub.git /tmp/ci/colleague /tmp/ci/home
mkdir -p /tmp/ci/home /tmp/ci/shop/{ci,done,shop,tests,web,native,migrations}
if [ ! -x /tmp/ci/venv/bin/honcho ]; then
  "${PYTHON:-/usr/bin/python3}" -m venv /tmp/ci/venv
  /tmp/ci/venv/bin/pip install -q honcho==2.0.0 pytest==9.2.0 torch==2.13.0 numpy==2.4.0
fi
cd /tmp/ci/shop
cp "$here/Procfile" .

# honcho ends every process as soon as one of them ends, so each job waits for the others.
cat > job <<'SH'
#!/usr/bin/env bash
name=$1 start=$SECONDS; shift
echo "==> $name started"
"$@" 2>&1; status=$?
echo "==> $name finished with exit status $status after $((SECONDS - start)) s"
touch "done/$name"
until [ "$(ls done | wc -l)" -ge "$(wc -l < Procfile)" ]; do sleep 0.2; done
exit "$status"
SH

cat > ci/deps.sh <<'SH'
#!/usr/bin/env bash
set -e
python -m venv /tmp/ci/shop/.venv
.venv/bin/pip install -r requirements.txt
.venv/bin/pip install -r requirements-worker.txt
SH
printf 'Flask==3.1.2\nrequests==2.32.5\n' > requirements.txt
printf 'Flask==3.1.2\nWerkzeug==2.3.8\n' > requirements-worker.txt

cat > ci/lint.sh <<'SH'
#!/usr/bin/env bash
set -e
echo "Checking syntax of $(ls shop/*.py tests/*.py | wc -l) files"
for f in shop/*.py tests/*.py; do python -m py_compile "$f" && echo "ok  $f"; done
python -m compileall -f shop tests
echo "No problems found"
SH

cat > ci/test.sh <<'SH'
#!/usr/bin/env bash
python -m pytest -v --color=yes --continue-on-collection-errors
SH
touch shop/__init__.py
cat > shop/cart.py <<'PY'
class Cart:
    def __init__(self):
        self.lines = {}

    def add(self, sku, price, count=1):
        self.lines[sku] = (price, self.lines.get(sku, (price, 0))[1] + count)

    def total(self):
        return sum(price * count for price, count in self.lines.values())
PY
cat > shop/tax.py <<'PY'
RATES = {"DE": 0.19, "FR": 0.20, "LU": 0.17}

def gross(net, country):
    return round(net * (1 + RATES[country]), 2)
PY
cat > tests/test_cart.py <<'PY'
import pytest
from shop.cart import Cart

@pytest.mark.parametrize("count", range(1, 13))
def test_total_grows_with_the_count(count):
    cart = Cart()
    cart.add("tea", 4, count)
    assert cart.total() == 4 * count

def test_a_new_cart_is_empty():
    assert Cart().total() == 0
PY
cat > tests/test_tax.py <<'PY'
import pytest
from shop.tax import gross

@pytest.mark.parametrize("country, expected", [("DE", 119.0), ("FR", 120.0), ("LU", 117.0)])
def test_gross(country, expected):
    assert gross(100, country) == expected
PY
cat > tests/test_invoice.py <<'PY'
import weasyprint
from shop.tax import gross

def test_invoice_is_a_pdf():
    assert weasyprint.HTML(string=f"<p>{gross(100, 'DE')}</p>").write_pdf().startswith(b"%PDF")
PY

cat > ci/web.sh <<'SH'
#!/usr/bin/env bash
cd web
npm install --no-fund --no-audit --color=always
npm test --color=always
npm run bundle --color=always
npm install --no-fund --no-audit --color=always react-dom@17
SH
cat > web/package.json <<'JSON'
{
  "name": "shop-web",
  "version": "1.4.0",
  "private": true,
  "scripts": { "build": "node build.js", "test": "node --test" },
  "dependencies": { "react": "18.3.1" }
}
JSON
cat > web/price.test.js <<'JS'
const test = require("node:test");
const assert = require("node:assert");
for (const cents of [0, 5, 99, 100, 12345]) {
  test(`formats ${cents}`, () => assert.match((cents / 100).toFixed(2), /^\d+\.\d\d$/));
}
JS

cat > ci/native.sh <<'SH'
#!/usr/bin/env bash
cd native
make
SH
cat > native/Makefile <<'MK'
CFLAGS = -O2 -Wall -fdiagnostics-color=always
OBJECTS = main.o barcode.o checksum.o scale.o

label-printer: $(OBJECTS)
	$(CC) -o $@ $(OBJECTS)
MK
echo 'int checksum(const char *s) { int n = 0; for (int i = 0; s[i]; i++) n += (i % 2 ? 1 : 3) * (s[i] - 48); return (10 - n % 10) % 10; }' > native/checksum.c
cat > native/barcode.c <<'C'
int checksum(const char *digits);

int barcode(const char *digits) {
    int unused;
    return checksum(digits);
}
C
cat > native/scale.c <<'C'
#include <math.h>

double scale(double dpi, double mm) { return exp(log(dpi) / 2) * mm / 25.4; }
C
cat > native/main.c <<'C'
#include <stdio.h>

int barcode(const char *digits);
double scale(double dpi, double mm);

int main(int argc, char **argv) {
    printf("%d at %f\n", barcode(argv[argc - 1]), scale(300 + argc, 50));
    return 0;
}
C

cat > ci/train.sh <<'SH'
#!/usr/bin/env bash
python train.py
SH
cat > train.py <<'PY'
import torch
from torch import nn

torch.manual_seed(0)

class Recommender(nn.Module):
    def __init__(self):
        super().__init__()
        self.items = nn.Embedding(500, 16)
        self.score = nn.Linear(16, 500)
        self.steps = 0

    def forward(self, baskets):
        self.steps += 1
        warmup = min(1.0, self.steps / 10)
        return self.score(self.items(baskets).mean(1)) * warmup

model = Recommender()
compiled = torch.compile(model, backend="aot_eager")
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
print(f"torch {torch.__version__}, {sum(p.numel() for p in model.parameters())} parameters")
for epoch in range(1, 7):
    losses = []
    for step in range(1, 11):
        baskets = torch.randint(0, 500, (64, 5))
        loss = nn.functional.cross_entropy(compiled(baskets), baskets[:, 0])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        if step % 2 == 0:
            print(f"epoch {epoch} step {step:2}/10 loss {losses[-1]:.4f}")
    print(f"epoch {epoch} done, mean loss {sum(losses) / len(losses):.4f}")
torch.save(model.state_dict(), "recommender.pt")
print("saved recommender.pt")
PY

cat > ci/deploy.sh <<'SH'
#!/usr/bin/env bash
echo "Rendering manifests for staging"
for name in web worker database; do echo "  k8s/$name.yaml"; done
helm upgrade shop ./chart --namespace staging --wait
SH

cat > ci/migrate.sh <<'SH'
#!/usr/bin/env bash
python migrate.py
SH
cat > migrations/0001_products.sql <<'SQL'
CREATE TABLE products (sku TEXT PRIMARY KEY, name TEXT NOT NULL, price INTEGER NOT NULL);
SQL
cat > migrations/0002_orders.sql <<'SQL'
CREATE TABLE orders (id INTEGER PRIMARY KEY, sku TEXT NOT NULL REFERENCES products, count INTEGER NOT NULL);
SQL
cat > migrations/0003_prices.sql <<'SQL'
UPDATE products SET price = price * 100;
SQL
cat > migrate.py <<'PY'
import logging
import pathlib
import sqlite3
import time

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
log = logging.getLogger("migrate")
db = sqlite3.connect("shop.db")
for path in sorted(pathlib.Path("migrations").glob("*.sql")):
    log.info("applying %s", path.name)
    db.executescript(path.read_text())
    time.sleep(0.3)
for n in range(1, 31):
    db.execute("INSERT INTO products VALUES (?, ?, ?)", (f"tea-{n:03}", f"Tea no. {n}", 300 + 7 * n))
    if n % 5 == 0:
        log.info("seeded %d of 30 products", n)
        time.sleep(0.2)
db.commit()
log.info("database is at version %s", path.stem)
PY

cat > ci/release.sh <<'SH'
#!/usr/bin/env bash
set -e
python -c 'import time; time.sleep(2)'
git log --oneline -3
git tag -l
echo "1.4.1" > VERSION
git add VERSION
git commit -m "Release 1.4.1"
git push --progress origin main
SH
chmod +x job ci/*.sh

export HOME=/tmp/ci/home
git config --global user.name "Shop CI"; git config --global user.email ci@shop.example
git config --global init.defaultBranch main; git config --global color.ui always; git config --global advice.detachedHead false
git init -q --bare ../hub.git
git init -q .; printf 'done/\n.venv/\nnode_modules/\n__pycache__/\n*.o\n*.pt\n*.db\n' > .gitignore
git add .; git commit -q -m "Sell tea"; git tag v1.4.0; git remote add origin ../hub.git; git push -q -u origin main
git clone -q ../hub.git ../colleague
(cd ../colleague && echo "Shop" > NOTES && git add . && git commit -q -m "Take notes" && git push -q)

# Under a terminal honcho colours its prefixes; -opost keeps the terminal from turning \n into \r\n.
path=/tmp/ci/venv/bin:$PATH
# A clean environment, with nothing but the settings by which a machine reaches PyPI and npm.
env=(HOME="$HOME" PATH="$path" LANG=C.UTF-8 TERM=xterm-256color PYTHONUNBUFFERED=1 PIP_CONFIG_FILE=/dev/null PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_PROGRESS_BAR=off npm_config_update_notifier=false)
for name in PIP_CERT PIP_INDEX_URL SSL_CERT_FILE NODE_EXTRA_CA_CERTS npm_config_registry npm_config_cafile http_proxy https_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY no_proxy; do
  if [ -n "${!name:-}" ]; then env+=("$name=${!name}"); fi
done
env -i "${env[@]}" script -qec "stty -opost; honcho start" /dev/null < /dev/null > "$here/../ci.log" || true
wc -l "$here/../ci.log"
