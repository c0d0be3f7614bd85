# needs: python3
reproduce() {
  cat > shop.py <<'PY'
class Cart:
    def __init__(self, owner):
        self.owner = owner

    def total(self, prices, rate):
        return sum(prices) * rate
PY
  echo 'from shop import Cart; print(Cart("Ada").total([3, 4]))' > app.py
  echo 'from shop import Cart; print(Cart.total([3, 4], rate=2))' > report.py
  echo 'from shop import Cart; print(Cart.total())' > empty.py
  /usr/bin/python3 app.py
  /usr/bin/python3 report.py 2>&1 | tail -n 1
  /usr/bin/python3 empty.py 2>&1 | tail -n 1
}
workaround_1() { sed -i 's/\[3, 4\])/[3, 4], 2)/' app.py; /usr/bin/python3 app.py; }
workaround_2() { sed -i 's/Cart\.total/Cart("Ada").total/' report.py; /usr/bin/python3 report.py; }
workaround_3() { sed -i 's/rate):/rate=1):/' shop.py; /usr/bin/python3 app.py; }
dead_end_1() { sed -i 's/    def total/    @staticmethod\n    def total/' shop.py; grep -A 1 staticmethod shop.py; /usr/bin/python3 report.py; }
dead_end_2() { sed -i 's/rate):/rate: float | None):/' shop.py; grep float shop.py; /usr/bin/python3 app.py; }
