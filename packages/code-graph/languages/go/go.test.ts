import { expect, test } from 'vitest';
import { outline, readSource } from '../../testing/outline.ts';
import { testLinks } from '../../testing/small-world.ts';

const calls = async (files: Record<string, string>): Promise<string[]> =>
  (await testLinks(files)).filter((link) => link.includes('-calls->'));

const MODULE = { 'go.mod': 'module example.com/shop\n\ngo 1.22\n' };

const CART = `// Package cart holds what somebody is about to buy.
package cart

import "fmt"

const Max, min = 10, 1

var shared = New()

// Cart is one.
type Cart struct {
	*Base
	Items []Item
	owner string
}

type Payer interface {
	Pay(amount int) error
}

type Total int

type Alias = Cart

func New() *Cart { local := 1; return &Cart{} }

func (c *Cart) Pay(amount int) error { return fmt.Errorf("no") }

func (t Total) String() string { type inner struct{ a int }; return "" }
`;

test('declarations of Go are symbols, methods lie in their type, what is local to a function is none', async () => {
  const facts = await readSource('cart/cart.go', CART);

  expect(facts.broken).toBe(false);
  expect(outline(facts)).toEqual([
    'variable Max 6-6',
    'variable min 6-6 hidden',
    'variable shared 8-8 hidden',
    'class Cart 11-15',
    '  field Items 13-13',
    '  field owner 14-14 hidden',
    'interface Payer 17-19',
    '  method Pay 18-18',
    'type Total 21-21',
    'type Alias 23-23',
    'function New 25-25',
    '  method Pay 27-27',
    '  method String 29-29',
    '    class inner 29-29 hidden',
    '      field a 29-29 hidden',
  ]);
  expect(facts.symbols.find(({ name }) => name === 'Pay')!.signature).toBe('Pay(amount int) error');
  expect(facts.imports).toEqual([{ specifier: 'fmt', line: 4 }]);
});

test('names are those of the package over all its files, or of an imported one', async () => {
  const links = await testLinks({
    ...MODULE,
    'main.go': `package main
import (
	"fmt"
	p "example.com/shop/price"
	"example.com/shop/go-tax"
	_ "example.com/shop/blank"
	"github.com/else/where"
)
func main() { helper(); p.Of(); tax.Rate(); fmt.Println(); where.Of(); p.Missing(); undefined() }
`,
    'helper.go': 'package main\nfunc helper() {}\n',
    'price/price.go': 'package price\nfunc Of() {}\n',
    'price/more.go': 'package price\nfunc More() {}\n',
    'go-tax/tax.go': 'package tax\nfunc Rate() {}\n',
    'blank/blank.go': 'package blank\n',
    'other/helper.go': 'package other\nfunc helper() {}\nfunc Println() {}\n',
  });

  expect(links).toEqual([
    'main.go -imports-> price/price.go (import)',
    'main.go -imports-> go-tax/tax.go (import)',
    'main.go -imports-> blank/blank.go (import)',
    'main.go:main -calls-> helper.go:helper (import)',
    'main.go:main -calls-> price/price.go:Of (import)',
    'main.go:main -calls-> go-tax/tax.go:Rate (import)',
  ]);
});

test('modules inside of a repository are told apart, and paths before modules are understood', async () => {
  expect(
    await calls({
      'a/go.mod': 'module example.com/a\n',
      'b/go.mod': 'module example.com/a/b\n',
      'a/main.go': 'package main\nimport "example.com/a/b/x"\nfunc main() { x.X() }\n',
      'b/x/x.go': 'package x\nfunc X() {}\n',
    }),
  ).toEqual(['a/main.go:main -calls-> b/x/x.go:X (import)']);
  expect(
    await calls({
      'main.go': 'package main\nimport "github.com/me/shop/x"\nfunc main() { x.X() }\n',
      'x/x.go': 'package x\nfunc X() {}\n',
    }),
  ).toEqual(['main.go:main -calls-> x/x.go:X (import)']);
});

test('tests see their package and its exports, and nobody sees what is in tests', async () => {
  const found = await calls({
    ...MODULE,
    'cart/cart.go': 'package cart\nfunc Open() { helper() }\n',
    'cart/cart_test.go': 'package cart\nfunc helper() { Open() }\n',
    'cart/outer_test.go':
      'package cart_test\nimport "example.com/shop/cart"\nfunc T() { cart.Open(); helper(); own() }\nfunc own() {}\n',
  });

  expect(found).toEqual([
    'cart/cart_test.go:helper -calls-> cart/cart.go:Open (import)',
    'cart/outer_test.go:T -calls-> cart/cart.go:Open (import)',
    'cart/outer_test.go:T -calls-> cart/outer_test.go:own (local)',
  ]);
});

test('of the same function for several systems, that of this file or of no particular one is taken', async () => {
  const found = await calls({
    ...MODULE,
    'lock_windows.go': 'package main\nfunc lock() {}\nfunc use() { lock() }\n',
    'lock_linux.go': 'package main\nfunc lock() {}\n',
    'main.go': 'package main\nfunc main() { lock() }\n',
  });

  expect(found).toEqual([
    'lock_windows.go:use -calls-> lock_windows.go:lock (local)',
    'main.go:main -calls-> lock_linux.go:lock (import)',
  ]);
});

const TYPES = `package main
type Tax struct{}
func (t *Tax) Rate() int { return 1 }
type Base struct{ tax Tax }
func (b *Base) Close() error { return nil }
type Cart struct {
	*Base
	Tax   *Tax
	Taxes []*Tax
	ByKey map[string]Tax
	Make  func() (*Tax, error)
	Inner struct{ Tax Tax }
}
func (c *Cart) Pay() *Tax { return nil }
func (c *Cart) Both() (*Tax, error) { return nil, nil }
type Payer interface { Pay() *Tax; Closer }
type Closer interface { Close() error }
type List []Tax
type Same = Cart
type Copy Cart
type Box[T any] struct{ value T }
func (b *Box[T]) Get() T { return b.value }
func New() *Cart { return nil }
func Pair[T any](x T) (*Cart, T) { return nil, x }
var shared = New()
`;

test.each([
  ['the receiver', 'func (c *Cart) f() { c.Pay() }', 'Pay (this)'],
  ['a parameter', 'func f(c *Cart) { c.Pay() }', 'Pay (type)'],
  ['what is embedded', 'func f(c Cart) { c.Close() }', 'Close (type)'],
  ['a field of what is embedded', 'func f(c Cart) { c.tax.Rate() }', 'Rate (type)'],
  ['what is embedded by its name', 'func f(c Cart) { c.Base.Close() }', 'Close (type)'],
  ['a constructor', 'func f() { c := New(); c.Pay() }', 'Pay (type)'],
  ['a literal', 'func f() { c := &Cart{}; c.Pay() }', 'Pay (type)'],
  ['new', 'func f() { c := new(Cart); c.Pay() }', 'Pay (type)'],
  ['a declaration', 'func f() { var c Cart; c.Pay() }', 'Pay (type)'],
  ['a variable of the package', 'func f() { shared.Pay() }', 'Pay (type)'],
  ['a result', 'func f() { New().Pay().Rate() }', 'Rate (type)'],
  ['one of two results', 'func f(c Cart) { t, err := c.Both(); t.Rate(); err.Error() }', 'Rate (type)'],
  ['a field', 'func f(c Cart) { c.Tax.Rate() }', 'Rate (type)'],
  ['a struct without a name', 'func f(c Cart) { c.Inner.Tax.Rate() }', 'Rate (type)'],
  ['an index', 'func f(c Cart) { c.Taxes[0].Rate() }', 'Rate (type)'],
  ['a slice', 'func f(c Cart) { for _, t := range c.Taxes[1:] { t.Rate() } }', 'Rate (type)'],
  ['a map', 'func f(c Cart) { if t, ok := c.ByKey["a"]; ok { t.Rate() } }', 'Rate (type)'],
  ['a named list', 'func f(l List) { for _, t := range l { t.Rate() } }', 'Rate (type)'],
  ['a channel', 'func f(c chan Tax) { t := <-c; t.Rate() }', 'Rate (type)'],
  ['a function that is a field', 'func f(c Cart) { t, _ := c.Make(); t.Rate() }', 'Rate (type)'],
  ['an assertion', 'func f(x any) { t := x.(*Tax); t.Rate() }', 'Rate (type)'],
  ['a switch over types', 'func f(x any) { switch t := x.(type) { case *Tax: t.Rate() } }', 'Rate (type)'],
  ['an interface', 'func f(p Payer) { p.Pay() }', 'Pay (type)'],
  ['an interface in an interface', 'func f(p Payer) { p.Close() }', 'Close (type)'],
  ['an alias', 'func f(c Same) { c.Pay() }', 'Pay (type)'],
  ['a function literal', 'func f() { func(t Tax) { t.Rate() }(Tax{}) }', 'Rate (type)'],
  ['append', 'func f(l []Tax) { l = append(l, Tax{}); m := append(l, Tax{}); m[0].Rate() }', 'Rate (type)'],
  ['a generic type', 'func f(b Box[int]) { b.Get() }', 'Get (type)'],
  ['a generic call', 'func f() { c, _ := Pair[int](1); c.Pay() }', 'Pay (type)'],
  ['a method as a value', 'func f() { (*Cart).Pay(nil) }', 'Pay (type)'],
])('the type follows from %s', async (_from, code, called) => {
  const found = await calls({ ...MODULE, 'types.go': TYPES, 'app.go': `package main\n${code}\n` });

  expect(
    found.filter((link) => link.startsWith('app.go:f ') && link.endsWith(`types.go:${called}`)),
  ).toHaveLength(1);
});

test.each([
  ['a defined type has no methods of what it is made from', 'func f(c Copy) { c.Pay() }'],
  ['a local name hides one of the package', 'func f(New func()) { New() }'],
  ['an inner block does not leak', 'func f(c Tax) { { c := New(); _ = c }; c.Pay() }'],
  ['an error is from outside', 'func f() { _, err := New().Both(); err.Close() }'],
  ['a conversion is no call', 'func f() { _ = Copy(*shared) }'],
  ['a type parameter is unknown', 'func f[T any](c T) { c.Close() }'],
])('%s', async (_what, code) => {
  const found = await calls({ ...MODULE, 'types.go': TYPES, 'app.go': `package main\n${code}\n` });

  expect(found.filter((link) => /^app\.go:f .*:(?:Pay|Close|Copy) /.test(link))).toEqual([]);
});

test('where nothing is known of an object, no method of that name is taken', async () => {
  const one = 'package one\ntype One struct{}\nfunc (o One) Settle() {}\n';
  const app =
    'package main\nimport "example.com/shop/one"\nvar _ one.One\nfunc f[T any](x T) { x.Settle() }\n';
  expect(await calls({ ...MODULE, 'one/one.go': one, 'app.go': app })).toEqual([]);
});

test('embedding, types and functions that are passed on are edges of their own', async () => {
  const links = await testLinks({
    ...MODULE,
    'base.go': 'package main\ntype Base struct{}\ntype Item struct{}\nfunc done() {}\n',
    'app.go':
      'package main\ntype Shop struct {\n\tBase\n\titems []Item\n}\nfunc run(b *Base) { later(done) }\nfunc later(f func()) {}\n',
  });

  expect(links).toEqual([
    'app.go:Shop -inherits-> base.go:Base (import)',
    'app.go:Shop -references-> base.go:Item (import)',
    'app.go:run -references-> base.go:Base (import)',
    'app.go:run -calls-> app.go:later (local)',
    'app.go:run -uses-> base.go:done (import)',
  ]);
});

test('types that are made of each other in a circle come to an end', async () => {
  const found = await calls({
    ...MODULE,
    'a.go':
      'package main\ntype A struct{ *B }\ntype B struct{ *A }\ntype C = D\ntype D = C\nvar x = y\nvar y = x\nfunc f(a A, c C) { a.No(); c.No(); x.No() }\n',
  });

  expect(found).toEqual([]);
});
