# needs: node
reproduce() {
  printf 'const load = async () => ({ customer: { name: "Ada" } });\n(async () => {\n  const order = load();\n  console.log(order.customer.name);\n})();\n' > order.js
  printf 'const prices = { tea: { today: 3 }, milk: null };\nconsole.log(prices[process.argv[2]].today);\n' > price.js
  printf 'class Shop {\n  name = "Corner";\n  greet() { console.log(this.name); }\n}\n[1].forEach(new Shop().greet);\n' > shop.js
  /usr/bin/node order.js
  /usr/bin/node price.js coffee
  /usr/bin/node price.js milk
  /usr/bin/node shop.js
}
workaround_1() { sed -i 's/= load/= await load/' order.js; /usr/bin/node order.js; }
workaround_2() { sed -i 's/\.today)/?.today ?? "none")/' price.js; /usr/bin/node price.js coffee; /usr/bin/node price.js milk; }
workaround_3() { printf 'class Shop {\n  name = "Corner";\n  greet() { console.log(this.name); }\n}\nconst shop = new Shop();\n[1].forEach(() => shop.greet());\n[1].forEach(shop.greet.bind(shop));\n' > shop.js; /usr/bin/node shop.js; }
