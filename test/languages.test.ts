import { gitRepository } from '@sqrl/base/testing/git-repository.ts';
import { expect, test } from 'vitest';
import { open } from './support/home.ts';
import { over, typing } from './support/typing.ts';

/** A shop in each language: `checkout` makes a Cart, adds to it, and rounds with a helper of another file. */
const SHOPS: Record<string, { files: Record<string, string>; add?: string; total?: string }> = {
  java: {
    files: {
      'src/acme/Cart.java': `package acme;
public class Cart extends Base {
  private Price price = new Price();
  public void add(int line) { note(line); price.round(line); }
  public void add(int line, int tax) { }
}
`,
      'src/acme/Base.java': 'package acme;\npublic class Base {\n  protected void note(int line) { }\n}\n',
      'src/acme/Price.java':
        'package acme;\npublic class Price {\n  public int round(int n) { return n; }\n}\n',
      'src/acme/Shop.java': `package acme;
public class Shop {
  public void checkout() { Cart cart = new Cart(); cart.add(1); }
}
`,
    },
  },
  csharp: {
    files: {
      'Cart.cs': `namespace Acme;
public partial class Cart : Base {
  private readonly Price _price = new Price();
  public void Add(int line) { Note(line); _price.Round(line); }
}
`,
      'Base.cs': 'namespace Acme;\npublic class Base {\n  protected void Note(int line) { }\n}\n',
      'Price.cs': 'namespace Acme;\npublic class Price {\n  public int Round(int n) { return n; }\n}\n',
      'Shop.cs': `namespace Acme;
public class Shop {
  public void Checkout() { var cart = new Cart(); cart.Add(1); }
}
`,
    },
  },
  php: {
    files: {
      'src/Cart.php': `<?php
namespace Acme;
class Cart extends Base {
  private Price $price;
  public function add(int $line) { $this->note($line); $this->price->round($line); }
}
`,
      'src/Base.php': '<?php\nnamespace Acme;\nclass Base {\n  protected function note($line) { }\n}\n',
      'src/Price.php':
        '<?php\nnamespace Acme;\nclass Price {\n  public function round($n) { return $n; }\n}\n',
      'src/Shop.php': `<?php
namespace Acme;
class Shop {
  public function checkout() { $cart = new Cart(); $cart->add(1); }
}
`,
    },
  },
  ruby: {
    files: {
      'lib/cart.rb': `require_relative 'base'
class Cart < Base
  def add(line)
    note(line)
    price = Price.new
    price.round(line)
  end
end
`,
      'lib/base.rb': 'class Base\n  def note(line)\n    line\n  end\nend\n',
      'lib/price.rb': 'class Price\n  def round(n)\n    n\n  end\nend\n',
      'lib/shop.rb': `class Shop
  def checkout
    cart = Cart.new
    cart.add(1)
  end
end
`,
    },
  },
  cpp: {
    files: {
      'cart.hpp': `#include "base.hpp"
#include "price.hpp"
class Cart : public Base {
 public:
  void add(int line);
 private:
  Price price;
};
`,
      'cart.cpp': '#include "cart.hpp"\nvoid Cart::add(int line) {\n  note(line);\n  price.round(line);\n}\n',
      'base.hpp': 'class Base {\n public:\n  void note(int line) { }\n};\n',
      'price.hpp': 'class Price {\n public:\n  int round(int n) { return n; }\n};\n',
      'shop.cpp': '#include "cart.hpp"\nvoid checkout() {\n  Cart cart;\n  cart.add(1);\n}\n',
    },
  },
  c: {
    files: {
      'cart.h': 'void add(int line);\nint round_price(int n);\nvoid note(int line);\n',
      'cart.c':
        '#include "cart.h"\nvoid add(int line) {\n  note(line);\n  round_price(line);\n}\nvoid note(int line) {\n}\n',
      'price.c': '#include "cart.h"\nint round_price(int n) {\n  return n;\n}\n',
      'shop.c': '#include "cart.h"\nvoid checkout(void) {\n  add(1);\n}\n',
    },
    add: 'cart.c:add',
    total: 'price.c:round_price',
  },
  swift: {
    files: {
      'Cart.swift': `class Cart: Base {
  var price: Price
  func add(line: Int) {
    note(line)
    price.round(line)
  }
}
`,
      'Base.swift': 'class Base {\n  func note(_ line: Int) {\n  }\n}\n',
      'Price.swift':
        'struct Price {\n}\nextension Price {\n  func round(_ n: Int) -> Int {\n    return n\n  }\n}\n',
      'Shop.swift':
        'class Shop {\n  func checkout() {\n    let cart = Cart()\n    cart.add(line: 1)\n  }\n}\n',
    },
  },
  dart: {
    files: {
      'lib/cart.dart': `import 'base.dart';
import 'price.dart';
class Cart extends Base {
  final Price price;
  Cart(this.price);
  void add(int line) {
    note(line);
    price.round(line);
  }
}
`,
      'lib/base.dart': 'class Base {\n  void note(int line) {}\n}\n',
      'lib/price.dart': 'class Price {\n  int round(int n) {\n    return n;\n  }\n}\n',
      'lib/shop.dart': `import 'cart.dart';
class Shop {
  void checkout() {
    var cart = Cart();
    cart.add(1);
  }
}
`,
    },
  },
  kotlin: {
    files: {
      'src/Cart.kt': `package acme

class Cart(private val price: Price) : Base() {
    fun add(line: Int) {
        note(line) // adds "note(line)" too
        price.round(line)
    }
}
`,
      'src/Base.kt': 'package acme\n\nopen class Base {\n    protected fun note(line: Int) {\n    }\n}\n',
      'src/Price.kt': 'package acme\n\nclass Price {\n    fun round(n: Int): Int = n\n}\n',
      'src/Shop.kt': `package acme

class Shop {
    fun checkout() {
        val cart = Cart(Price())
        cart.add(1)
    }
}
`,
    },
  },
  scala: {
    files: {
      'src/Cart.scala': `package acme

class Cart(price: Price) extends Base {
  def add(line: Int): Unit = {
    note(line)
    price.round(line)
  }
}
`,
      'src/Base.scala': 'package acme\n\nclass Base {\n  def note(line: Int): Unit = {\n  }\n}\n',
      'src/Price.scala': 'package acme\n\nclass Price {\n  def round(n: Int): Int = n\n}\n',
      'src/Shop.scala': `package acme

class Shop {
  def checkout(): Unit = {
    val cart = new Cart(new Price())
    cart.add(1)
  }
}
`,
    },
  },
  lua: {
    files: {
      'cart.lua': `local price = require("price")
local Cart = {}
function note_line(line)
end
function Cart.add(line)
  note_line(line)
  price.round_price(line)
end
return Cart
`,
      'price.lua': 'local M = {}\nfunction M.round_price(n)\n  return n\nend\nreturn M\n',
      'shop.lua':
        'local cart = require("cart")\nfunction checkout()\n  note_line(2)\n  cart.add_line(1)\nend\n',
    },
    add: 'note_line',
    total: 'round_price',
  },
  solidity: {
    files: {
      'Cart.sol': `pragma solidity ^0.8.0;
import "./Price.sol";
contract Cart {
  function add(uint line) public { Price.round(line); }
}
`,
      'Price.sol':
        'pragma solidity ^0.8.0;\nlibrary Price {\n  function round(uint n) internal pure returns (uint) { return n; }\n}\n',
      'Shop.sol': `pragma solidity ^0.8.0;
import "./Cart.sol";
contract Shop {
  function checkout() public { Cart cart = new Cart(); cart.add(1); }
}
`,
    },
  },
  vue: {
    files: {
      'src/Cart.ts': `import { round } from './price.ts';
export class Cart {
  add(line: number) {
    return round(line);
  }
}
`,
      'src/price.ts': 'export function round(n: number) {\n  return n;\n}\n',
      'src/Shop.vue': `<template>
  <button @click="checkout">Pay</button>
</template>
<script setup lang="ts">
import { Cart } from './Cart.ts';
function checkout() {
  new Cart().add(1);
}
</script>
`,
    },
    total: 'src/price.ts:round',
  },
  svelte: {
    files: {
      'src/Cart.ts': `import { round } from './price.ts';
export class Cart {
  add(line: number) {
    return round(line);
  }
}
`,
      'src/price.ts': 'export function round(n: number) {\n  return n;\n}\n',
      'src/Shop.svelte': `<script lang="ts">
import { Cart } from './Cart.ts';
function checkout() {
  new Cart().add(1);
}
</script>
<button on:click={checkout}>Pay</button>
`,
    },
    total: 'src/price.ts:round',
  },
};

test.each(Object.entries(SHOPS))('callers are told in %s', async (language, { files, add, total }) => {
  const repository = gitRepository();
  repository.commit(files);
  const { client } = open({ project: repository.root, now: () => 0 });
  const sqrl = typing(repository.root, over(client), () => 0);
  const ask = async (...argv: string[]) => (await sqrl(['graph', ...argv])).out;
  expect(await ask('callers', add ?? (language === 'csharp' ? 'Cart.Add' : 'Cart.add'))).toMatch(/checkout/i);
  expect(await ask('callers', total ?? (language === 'csharp' ? 'Price.Round' : 'Price.round'))).toMatch(
    /add/i,
  );
  if (files[Object.keys(files).find((path) => /base/i.test(path)) ?? ''])
    expect(await ask('callers', language === 'csharp' ? 'Base.Note' : 'Base.note')).toMatch(/add/i);
});

test('an empty answer says how many files were not read, by language', async () => {
  const repository = gitRepository();
  repository.commit({
    'cart.ts': 'export function total() {\n  return 1;\n}\n',
    'lib/cart.ex': 'defmodule Cart do\nend\n',
    'lib/shop.ex': 'defmodule Shop do\nend\n',
    'main.hs': 'main = print 1\n',
  });
  const { client } = open({ project: repository.root, now: () => 0 });
  const sqrl = typing(repository.root, over(client), () => 0);
  const said = 'Source files not read: 2 in Elixir, 1 in Haskell.';
  for (const question of ['callers', 'callees', 'impact', 'tests'])
    expect((await sqrl(['graph', question, 'total'])).err, question).toContain(said);
  for (const question of ['deps', 'dependents'])
    expect((await sqrl(['graph', question, 'cart.ts'])).err, question).toContain(said);
  expect((await sqrl(['graph', 'callers', 'nothing'])).err).toContain(said);
});
