# needs: python3
reproduce() {
  mkdir lib
  printf 'from orders import Order\n\nclass Customer:\n    def order(self):\n        return Order(self)\n' > customers.py
  printf 'from customers import Customer\n\nclass Order:\n    def __init__(self, customer: Customer):\n        self.customer = customer\n' > orders.py
  printf 'import customers\nprint(customers.Customer().order())\n' > app.py
  /usr/bin/python3 app.py
  printf 'import b\n' > a.py; printf 'import a\nlimit = a.limit + 1\n' > b.py; printf 'limit = 1\n' >> a.py
  /usr/bin/python3 -c 'import a'
  printf 'import random\nprint(random.randint(1, 6))\n' > random.py
  /usr/bin/python3 random.py
}
workaround_1() {
  printf 'class Order:\n    def __init__(self, customer):\n        self.customer = customer\n' > base.py
  sed -i 's/from orders/from base/' customers.py; printf 'from base import Order\nfrom customers import Customer\n' > orders.py
  mv random.py r.py; /usr/bin/python3 app.py && /usr/bin/python3 -c 'import orders'
}
workaround_2() {
  mv random.py r.py
  printf 'class Customer:\n    def order(self):\n        from orders import Order\n        return Order(self)\n' > customers.py; /usr/bin/python3 app.py && /usr/bin/python3 -c 'import orders'
}
workaround_3() {
  mv random.py r.py
  sed -i '1c from __future__ import annotations\nfrom typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from customers import Customer' orders.py
  /usr/bin/python3 app.py && /usr/bin/python3 -c 'import orders'
}
workaround_4() { mv random.py dice.py; /usr/bin/python3 dice.py; }
dead_end_1() { sed -i 's/^from orders import Order/import orders\nMAKE = orders.Order/' customers.py; mv random.py r.py; /usr/bin/python3 -c 'import orders'; }
