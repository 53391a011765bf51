import { expect, test } from 'vitest';
import { outline, readSource } from '../testing/outline.ts';
import { testLinks } from '../testing/small-world.ts';

const CART = `package com.acme.shop;
import java.util.List;
import static com.acme.Util.helper;
import com.acme.model.*;

/** What somebody is about to buy. */
@Deprecated
public abstract class Cart<T extends Item> extends Base<T> implements Runnable, Comparable<Cart> {
  private static final int MAX = 10, MIN = 1;
  @Inject public Cart(int a) {
    int local = 1;
    Runnable r = new Runnable() { public void run() {} };
  }
  @Override
  public void run() throws Exception {}
  enum Kind { A, B { void f() {} }; int z; }
  interface Inner extends Foo { int K = 1; void go(); }
  record Point(int x, int y) { Point { } }
  @interface Ann { String value() default ""; }
}
`;

test('every construct of Java that has a name is a symbol, and what is local to a method is none', async () => {
  const facts = await readSource('src/Cart.java', CART);

  expect(facts.broken).toBe(false);
  expect(outline(facts)).toEqual([
    'class Cart 7-20',
    '  field MAX 9-9 hidden',
    '  field MIN 9-9 hidden',
    '  method Cart 10-13',
    '    method run 12-12',
    '  method run 14-15',
    '  enum Kind 16-16',
    '    field A 16-16',
    '    field B 16-16',
    '      method f 16-16',
    '    field z 16-16',
    '  interface Inner 17-17',
    '    field K 17-17',
    '    method go 17-17',
    '  class Point 18-18',
    '    method Point 18-18',
    '  interface Ann 19-19',
    '    method value 19-19',
  ]);
  expect(facts.symbols.map(({ signature }) => signature).slice(0, 1)).toEqual([
    'public abstract class Cart<T extends Item> extends Base<T> implements Runnable, Comparable<Cart>',
  ]);
  expect(facts.symbols[5]!.signature).toBe('public void run() throws Exception');
  expect(facts.imports.map(({ specifier }) => specifier)).toEqual([
    'java/util/List.java',
    'com/acme/Util.java',
  ]);
});

test('imports lead to files by their packages, supertypes to their definitions', async () => {
  const links = await testLinks({
    'app/src/main/java/com/acme/Base.java': 'package com.acme; public class Base {}',
    'app/src/main/java/com/acme/Util.java': 'package com.acme; class Util { static void helper() {} }',
    'app/src/main/java/com/acme/model/Item.java': 'package com.acme.model; public interface Item {}',
    'app/src/main/java/com/acme/Cart.java': `package com.acme;
      import java.util.List;
      import static com.acme.Util.helper;
      import com.acme.model.Item;
      class Cart extends Base implements Item, Comparable<Cart> {}`,
    'app/src/main/java/com/acme/order/Order.java': `package com.acme.order;
      import com.acme.model.*;
      class Order implements Item {}`,
    // Of the same name as one of the platform's, and imported by nobody.
    'other/src/Comparable.java': 'package other; interface Comparable {}',
  });

  const main = 'app/src/main/java/com/acme';
  expect(links).toEqual([
    `${main}/Cart.java -imports-> ${main}/Util.java (import)`,
    `${main}/Cart.java -imports-> ${main}/model/Item.java (import)`,
    `${main}/Cart.java:Cart -inherits-> ${main}/Base.java:Base (import)`,
    `${main}/Cart.java:Cart -inherits-> ${main}/model/Item.java:Item (import)`,
  ]);
});
