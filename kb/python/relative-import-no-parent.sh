# needs: python3
reproduce() {
  mkdir shop
  echo 'TEA = 3' > shop/prices.py
  echo 'from .prices import TEA; print(TEA)' > shop/app.py
  /usr/bin/python3 shop/app.py
  cd shop; /usr/bin/python3 -m app; cd ..
}
workaround_1() { /usr/bin/python3 -m shop.app; }
workaround_2() { sed -i 's/from \.prices/from shop.prices/' shop/app.py; echo 'import shop.app' > main.py; /usr/bin/python3 main.py; }
dead_end_1() { touch __init__.py shop/__init__.py; /usr/bin/python3 shop/app.py; }
dead_end_2() { PYTHONPATH=$PWD:$PWD/shop /usr/bin/python3 shop/app.py; }
