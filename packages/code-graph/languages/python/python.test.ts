import { expect, test } from 'vitest';
import { outline, readSource } from '../../testing/outline.ts';
import { testLinks } from '../../testing/small-world.ts';

const calls = async (files: Record<string, string>): Promise<string[]> =>
  (await testLinks(files)).filter((link) => link.includes('-calls->'));

const CART = `"""What somebody is about to buy."""
from __future__ import annotations
import os

__all__ = ["Cart"]
LIMIT: int = 10
first, second = 1, 2

@dataclass(frozen=True)
class Cart(Base, metaclass=Meta):
    size: int = 0

    def __init__(self, owner):
        self.owner = owner
        self.owner = None
        local = 1

    @property
    def total(self) -> int:
        def add(a, b):
            return a + b
        return add(1, 2)

    async def _save(self): ...

def _hidden(): ...
if os.name == "nt":
    def branch(): ...
`;

test('functions, classes, attributes and names of the module are symbols, local names are none', async () => {
  const facts = await readSource('cart.py', CART);

  expect(facts.broken).toBe(false);
  expect(outline(facts)).toEqual([
    'variable __all__ 5-5 hidden',
    'variable LIMIT 6-6',
    'variable first 7-7',
    'variable second 7-7',
    'class Cart 10-24',
    '  field size 11-11',
    '  method __init__ 13-16',
    '  field owner 14-14',
    '  method total 19-22',
    '    function add 20-21 hidden',
    '  method _save 24-24 hidden',
    'function _hidden 26-26 hidden',
    'function branch 28-28',
  ]);
  expect(facts.symbols[4]!.signature).toBe('class Cart(Base, metaclass=Meta):');
  expect(facts.imports).toEqual([{ specifier: 'os', line: 3 }]);
});

test('modules are found by package, by dots, in src layouts and beside a script; standard ones are not', async () => {
  const links = await testLinks({
    'src/shop/__init__.py': 'from .cart import Cart\n',
    'src/shop/cart.py': 'from . import prices\nfrom .deep.tax import rate\nimport json\nimport shop.deep\n',
    'src/shop/prices.py': 'from .. import nothing\n',
    'src/shop/json.py': '',
    'src/shop/deep/__init__.py': '',
    'src/shop/deep/tax.py': 'from ..prices import price\nfrom shop import cart\n',
    'tools/run.py': 'import helper\nimport shop\nimport requests\n',
    'tools/helper.py': '',
  });

  expect(links).toEqual([
    'src/shop/__init__.py -imports-> src/shop/cart.py (import)',
    'src/shop/cart.py -imports-> src/shop/prices.py (import)',
    'src/shop/cart.py -imports-> src/shop/deep/tax.py (import)',
    'src/shop/cart.py -imports-> src/shop/deep/__init__.py (import)',
    'src/shop/deep/tax.py -imports-> src/shop/prices.py (import)',
    'src/shop/deep/tax.py -imports-> src/shop/cart.py (import)',
    'tools/run.py -imports-> tools/helper.py (import)',
    'tools/run.py -imports-> src/shop/__init__.py (import)',
  ]);
});

test('a name leads through imports, renames, re-exports and stars to its definition', async () => {
  const found = await calls({
    'lib/__init__.py': 'from .a import make as build\nfrom .b import *\nfrom . import c\n',
    'lib/a.py': 'def make(): ...\n',
    'lib/b.py': '__all__ = ["listed"]\ndef listed(): ...\ndef unlisted(): ...\n',
    'lib/c.py': 'def deep(): ...\n',
    'app.py': `
import lib, lib.c as see
from lib import build as start, listed
from lib import *
def main():
    from lib.a import make
    start(); listed(); lib.c.deep(); see.deep(); make(); lib.build()
    unlisted(); lib.missing(); print(); make.deep()
`,
  });

  expect(found).toEqual([
    'app.py:main -calls-> lib/a.py:make (import)',
    'app.py:main -calls-> lib/b.py:listed (import)',
    'app.py:main -calls-> lib/c.py:deep (import)',
  ]);
});

test('the one branch of an import that is in the repository counts', async () => {
  const found = await calls({
    'compat.py': 'def dumps(): ...\n',
    'app.py':
      'try:\n    from fastjson import dumps\nexcept ImportError:\n    from compat import dumps\ndumps()\n',
  });

  expect(found).toEqual(['app.py -calls-> compat.py:dumps (import)']);
});

test('self, cls and super lead to the class and its bases, unless a base from outside may answer', async () => {
  const found = await calls({
    'base.py': 'class Base:\n    def close(self): ...\n    def open(self): ...\n',
    'app.py': `
from base import Base
from elsewhere import Foreign
class Shop(Base):
    def open(self):
        super().open()
        self.close()
        self.lock()
        self.missing()
    @classmethod
    def make(cls):
        cls.lock()
        return cls()
    @staticmethod
    def lock(): ...
class Other(Foreign):
    def run(self):
        self.close()
`,
  });

  expect(found).toEqual([
    'app.py:open -calls-> base.py:open (super)',
    'app.py:open -calls-> base.py:close (this)',
    'app.py:open -calls-> app.py:lock (this)',
    'app.py:make -calls-> app.py:lock (this)',
  ]);
});

const TYPES = `
class Tax:
    def rate(self): ...
class Cart:
    tax: Tax
    def __enter__(self): return self
    def __exit__(self, *a): ...
    def pay(self): ...
    def copy(self) -> "Cart": ...
    @property
    def first(self) -> Tax: ...
    @first.setter
    def first(self, value): ...
class Special(Cart):
    def again(self) -> Self: ...
    def extra(self): ...
def load() -> Cart: ...
def inferred():
    made = Cart()
    return made
`;

test.each([
  ['a parameter', 'def f(cart: Cart):\n    cart.pay()', 'pay'],
  ['a quoted annotation', 'def f(cart: "Cart"):\n    cart.pay()', 'pay'],
  ['an optional one', 'def f(cart: Optional[Cart] = None):\n    cart.pay()', 'pay'],
  ['a union', 'def f(cart: Cart | None):\n    cart.pay()', 'pay'],
  ['an element of a list', 'def f(carts: list[Cart]):\n    for cart in carts:\n        cart.pay()', 'pay'],
  ['an index', 'def f(carts: t.List["Cart"]):\n    carts[0].pay()', 'pay'],
  [
    'a value of a dict',
    'def f(carts: dict[str, Cart]):\n    for _, cart in carts.items():\n        cart.pay()',
    'pay',
  ],
  ['a comprehension', 'def f(carts: list[Cart]):\n    return [cart.pay() for cart in carts]', 'pay'],
  ['a part of a tuple', 'def f(both: tuple[int, Cart]):\n    _, cart = both\n    cart.pay()', 'pay'],
  ['a constructor', 'def f():\n    cart = Cart()\n    cart.pay()', 'pay'],
  ['a return type', 'def f():\n    load().copy().pay()', 'pay'],
  ['an inferred return', 'def f():\n    inferred().pay()', 'pay'],
  ['an attribute of the class', 'def f(cart: Cart):\n    cart.tax.rate()', 'rate'],
  ['a property', 'def f(cart: Cart):\n    cart.first.rate()', 'rate'],
  ['a context manager', 'def f():\n    with Cart() as cart:\n        cart.pay()', 'pay'],
  ['Self in a subclass', 'def f():\n    Special().again().extra()', 'extra'],
  [
    'either branch',
    'def f(a):\n    if a:\n        x = None\n    else:\n        x = Cart()\n    x.pay()',
    'pay',
  ],
  ['the walrus', 'def f():\n    if (x := load()):\n        x.pay()', 'pay'],
  ['a cast', 'def f(x):\n    cast("Cart", x).pay()', 'pay'],
  ['a variable of the module', 'shared: Cart = make()\ndef f():\n    shared.pay()', 'pay'],
  [
    'an exception',
    'class Bad(Exception):\n    def pay(self): ...\ndef f():\n    try: ...\n    except Bad as x:\n        x.pay()',
    'pay',
  ],
  ['a type alias', 'Carts = Union[Cart, None]\ndef f(x: Carts):\n    x.pay()', 'pay'],
])('the type follows from %s', async (_from, code, called) => {
  const found = await calls({ 'types.py': TYPES, 'app.py': `from .types import *\n${code}\n` });

  expect(found.filter((link) => new RegExp(`:f .*:${called} \\(type\\)`).test(link))).toHaveLength(1);
});

test('where nothing is known of an object, no method is taken for its own', async () => {
  expect(
    await calls({
      'one.py': 'class One:\n    def settle(self): ...\n',
      'app.py': 'import one\ndef f(x):\n    x.settle()\n',
    }),
  ).toEqual([]);
});

test('a local name hides what the module calls so', async () => {
  const found = await calls({
    'app.py': `
def run(): ...
def a(run):
    run()
def b():
    run = other
    run()
def c():
    def run(): ...
    run()
def d():
    return [run() for run in jobs]
def e():
    lambda run: run()
def f():
    run()
`,
  });

  expect(found).toEqual(['app.py:c -calls-> app.py:run (local)', 'app.py:f -calls-> app.py:run (local)']);
});

test('inheritance, types in annotations, decorators and functions that are passed on are edges of their own', async () => {
  const links = await testLinks({
    'base.py': 'class Base: ...\ndef wrap(f): ...\ndef done(): ...\n',
    'app.py': `
import base
from base import Base, wrap
class Shop(base.Base): ...
@wrap
def run(x: "Base"): ...
@base.wrap
def start(on=base.done) -> list[Base]: ...
`,
  });

  expect(links.filter((link) => !link.includes('imports'))).toEqual([
    'app.py:Shop -inherits-> base.py:Base (import)',
    'app.py:run -uses-> base.py:wrap (import)',
    'app.py:run -references-> base.py:Base (import)',
    'app.py:start -uses-> base.py:wrap (import)',
    'app.py -uses-> base.py:done (import)',
    'app.py:start -references-> base.py:Base (import)',
  ]);
});

test('modules and classes that lead to each other in a circle come to an end', async () => {
  const found = await calls({
    'a.py':
      'from b import *\nfrom b import x as y\nclass A(B):\n    def go(self):\n        self.nowhere()\n        y.z()\n',
    'b.py': 'from a import *\nfrom a import y as x\nclass B(A): ...\nloop = loop.next()\nloop.again()\n',
  });

  expect(found).toEqual([]);
});

test('a broken file yields what parses', async () => {
  const facts = await readSource(
    'a.py',
    'def good():\n    return 1\n\nclass (:\n    x = \n\ndef fine(): ...\n',
  );

  expect(facts.broken).toBe(true);
  expect(facts.symbols.map(({ name }) => name)).toEqual(expect.arrayContaining(['good', 'fine']));
});

test('what others see of a file changes with its types, not with its bodies or lines', async () => {
  const surface = async (source: string): Promise<string> => (await readSource('a.py', source)).surface;
  const before = await surface('import b\ndef f() -> int:\n    return b.x()\n');

  expect(await surface('import b\n\n# more\ndef f() -> int:\n    y = b.z()\n    return y\n')).toBe(before);
  expect(await surface('import b\ndef f() -> str:\n    return b.x()\n')).not.toBe(before);
  expect(await surface('import b\ndef g() -> int:\n    return b.x()\n')).not.toBe(before);
});
