import { expect, test } from 'vitest';
import { outline, readSource } from '../../testing/outline.ts';
import { testLinks } from '../../testing/small-world.ts';

const calls = async (files: Record<string, string>): Promise<string[]> =>
  (await testLinks(files)).filter((link) => link.includes('-calls->'));

const CRATE = { 'Cargo.toml': '[package]\nname = "shop"\n' };

const CART = `//! What somebody is about to buy.
use std::fmt;

pub const MAX: usize = 10;
static SHARED: u8 = 1;

/// One of them.
#[derive(Debug)]
pub struct Cart {
    pub items: Vec<Item>,
    owner: String,
}

struct Pair(u8, Item);

pub enum Kind {
    Plain,
    Held { by: String },
}

pub trait Payer: fmt::Debug {
    fn pay(&self) -> u8;
    fn twice(&self) -> u8 { self.pay() }
}

impl Cart {
    pub fn new() -> Self { let local = 1; fn inner() {} todo!() }
    fn hidden(&self) {}
}

impl Payer for Cart {
    fn pay(&self) -> u8 { 1 }
}

type Carts = Vec<Cart>;

macro_rules! cart { () => {} }

mod deep {
    pub(crate) fn dive() {}
}
`;

test('items of Rust are symbols, those of an impl lie in their type, what is local to a function is none', async () => {
  const facts = await readSource('src/cart.rs', CART);

  expect(facts.broken).toBe(false);
  expect(outline(facts)).toEqual([
    'variable MAX 4-4',
    'variable SHARED 5-5 hidden',
    'class Cart 9-12',
    '  field items 10-10',
    '  field owner 11-11 hidden',
    'class Pair 14-14 hidden',
    'enum Kind 16-19',
    '  field Plain 17-17',
    '  field Held 18-18',
    '    field by 18-18 hidden',
    'interface Payer 21-24',
    '  method pay 22-22',
    '  method twice 23-23',
    '  method new 27-27',
    '    function inner 27-27 hidden',
    '  method hidden 28-28 hidden',
    '  method pay 32-32',
    'type Carts 35-35 hidden',
    'function cart 37-37 hidden',
    'namespace deep 39-41 hidden',
    '  function dive 40-40',
  ]);
  expect(facts.imports).toEqual([{ specifier: 'std::fmt', line: 2 }]);
});

test('modules are found by their declarations, and paths through crate, self and super', async () => {
  const links = await testLinks({
    ...CRATE,
    'src/lib.rs': 'mod a;\npub mod b;\n#[path = "odd/place.rs"]\nmod c;\npub fn root() {}\n',
    'src/a.rs':
      'mod inner;\nuse crate::b::deep;\nuse super::root as top;\npub fn run() { inner::go(); deep::dive(); top(); self::own(); crate::c::odd(); inner::nested::far(); }\nfn own() {}\n',
    'src/a/inner.rs':
      'pub fn go() { super::run(); super::super::root(); }\npub mod nested { pub fn far() { super::go(); } }\n',
    'src/b/mod.rs': 'pub mod deep;\n',
    'src/b/deep.rs': 'pub fn dive() { crate::a::run() }\n',
    'src/odd/place.rs': 'pub fn odd() {}\n',
    'src/unrelated.rs': 'pub fn go() {}\npub fn dive() {}\n',
  });

  expect(links).toEqual([
    'src/lib.rs -imports-> src/a.rs (import)',
    'src/lib.rs -imports-> src/b/mod.rs (import)',
    'src/lib.rs -imports-> src/odd/place.rs (import)',
    'src/a.rs -imports-> src/a/inner.rs (import)',
    'src/a.rs -imports-> src/b/deep.rs (import)',
    'src/a.rs -imports-> src/lib.rs (import)',
    'src/a.rs:run -calls-> src/a/inner.rs:go (import)',
    'src/a.rs:run -calls-> src/b/deep.rs:dive (import)',
    'src/a.rs:run -calls-> src/lib.rs:root (import)',
    'src/a.rs:run -calls-> src/a.rs:own (local)',
    'src/a.rs:run -calls-> src/odd/place.rs:odd (import)',
    'src/a.rs:run -calls-> src/a/inner.rs:far (import)',
    'src/a/inner.rs:go -calls-> src/a.rs:run (import)',
    'src/a/inner.rs:go -calls-> src/lib.rs:root (import)',
    'src/a/inner.rs:far -calls-> src/a/inner.rs:go (local)',
    'src/b/mod.rs -imports-> src/b/deep.rs (import)',
    'src/b/deep.rs:dive -calls-> src/a.rs:run (import)',
  ]);
});

test('a name leads through renames, lists, globs and re-exports, and into the crates of the workspace', async () => {
  const found = await calls({
    'Cargo.toml': '[workspace]\nmembers = ["app", "core-lib"]\n',
    'app/Cargo.toml': '[package]\nname = "app"\n\n[dependencies]\ncore-lib = { path = "../core-lib" }\n',
    'app/src/main.rs': `
use core_lib::{self, start as begin, price::*, Tax};
use serde::run;
fn main() { begin(); core_lib::start(); of(); Tax::rate(); run(); hidden(); std::mem::swap(); core_lib::missing(); }
`,
    'core-lib/Cargo.toml': '[package]\nname = "core-lib"\n',
    'core-lib/src/lib.rs':
      'pub mod price;\nmod tax;\npub use self::tax::Tax;\npub use crate::price::inner::*;\nfn hidden() {}\n',
    'core-lib/src/price.rs': 'pub fn of() {}\npub mod inner { pub fn start() {} }\n',
    'core-lib/src/tax.rs': 'pub struct Tax;\nimpl Tax { pub fn rate() {} pub fn run() {} }\n',
  });

  expect(found).toEqual([
    'app/src/main.rs:main -calls-> core-lib/src/price.rs:start (import)',
    'app/src/main.rs:main -calls-> core-lib/src/price.rs:of (import)',
    'app/src/main.rs:main -calls-> core-lib/src/tax.rs:rate (import)',
  ]);
});

test('programs, tests and examples are crates of their own, and call the library by its name', async () => {
  const found = await calls({
    ...CRATE,
    'src/lib.rs': 'pub fn open() {}\n#[cfg(test)]\nmod tests { use super::*; #[test] fn t() { open(); } }\n',
    'src/main.rs': 'mod cli;\nfn main() { cli::run(); shop::open(); }\n',
    'src/cli.rs': 'pub fn run() { crate::helper(); super::main(); }\n',
    'tests/it.rs': 'use shop::open;\n#[test] fn works() { open(); crate::own(); }\nfn own() {}\n',
  });

  expect(found).toEqual([
    'src/lib.rs:t -calls-> src/lib.rs:open (local)',
    'src/main.rs:main -calls-> src/cli.rs:run (import)',
    'src/main.rs:main -calls-> src/lib.rs:open (import)',
    'src/cli.rs:run -calls-> src/main.rs:main (import)',
    'tests/it.rs:works -calls-> src/lib.rs:open (import)',
    'tests/it.rs:works -calls-> tests/it.rs:own (local)',
  ]);
});

const TYPES = `
use std::{collections::HashMap, ops::Deref, sync::{Arc, Mutex}};
pub struct Tax { pub rate: u8 }
impl Tax { pub fn settle(&self) -> u8 { 1 } }
pub struct Cart {
    pub tax: Tax,
    pub taxes: Vec<Tax>,
    pub maybe: Option<Box<Tax>>,
    pub by_key: HashMap<String, Tax>,
    pub locked: Arc<Mutex<Tax>>,
    pub pair: (u8, Tax),
}
pub struct Wrapped(pub Tax);
pub enum Kind { Held(Tax), Named { by: Tax }, Empty }
impl Cart {
    pub const LIMIT: u8 = 1;
    pub fn new() -> Self { todo!() }
    pub fn open(_: &str) -> Result<Self, String> { todo!() }
    pub fn with(self, n: u8) -> Self { self }
    pub fn first(&self) -> Option<&Tax> { None }
    pub fn pay(&self) {}
    pub async fn later() -> Cart { todo!() }
}
pub trait Payer { fn due(&self) -> Tax; fn twice(&self) -> Tax { self.due() } }
impl Payer for Cart { fn due(&self) -> Tax { todo!() } }
pub struct Guard { cart: Cart }
impl Deref for Guard { type Target = Cart; fn deref(&self) -> &Cart { &self.cart } }
pub type Fallible<T> = Result<T, String>;
pub fn load() -> Fallible<Cart> { todo!() }
pub fn each() -> impl Iterator<Item = Tax> { std::iter::empty() }
pub static SHARED: Cart = todo!();
pub struct Held<T> { pub held: Vec<T> }
pub struct Taxes;
impl Iterator for Taxes { type Item = Tax; fn next(&mut self) -> Option<Tax> { None } }
`;

test.each([
  ['a parameter', 'fn f(c: &Cart) { c.pay(); }', 'pay'],
  ['an annotation', 'fn f() { let c: Cart = Default::default(); c.pay(); }', 'pay'],
  ['a constructor', 'fn f() { let c = Cart::new(); c.pay(); }', 'pay'],
  ['a builder', 'fn f() { Cart::new().with(1).with(2).pay(); }', 'pay'],
  ['a question mark', 'fn f() { let c = Cart::open("a")?; c.pay(); }', 'pay'],
  ['unwrap', 'fn f() { Cart::open("a").unwrap().pay(); }', 'pay'],
  ['await', 'async fn f() { Cart::later().await.pay(); }', 'pay'],
  ['a field', 'fn f(c: Cart) { c.tax.settle(); }', 'settle'],
  ['an index', 'fn f(c: Cart) { c.taxes[0].settle(); }', 'settle'],
  ['a loop', 'fn f(c: Cart) { for t in &c.taxes { t.settle(); } }', 'settle'],
  ['an iterator', 'fn f(c: Cart) { for t in c.taxes.iter().rev() { t.settle(); } }', 'settle'],
  ['a closure over it', 'fn f(c: Cart) { c.taxes.iter().for_each(|t| { t.settle(); }); }', 'settle'],
  ['an option', 'fn f(c: Cart) { if let Some(t) = c.first() { t.settle(); } }', 'settle'],
  ['a box in an option', 'fn f(c: Cart) { c.maybe.as_ref().unwrap().settle(); }', 'settle'],
  ['let else', 'fn f(c: Cart) { let Some(t) = c.maybe else { return }; t.settle(); }', 'settle'],
  ['a map', 'fn f(c: Cart) { c.by_key.get("a").unwrap().settle(); }', 'settle'],
  ['the values of a map', 'fn f(c: Cart) { for (_, t) in c.by_key.iter() { t.settle(); } }', 'settle'],
  ['a lock', 'fn f(c: Cart) { c.locked.lock().unwrap().settle(); }', 'settle'],
  ['a part of a tuple', 'fn f(c: Cart) { let (_, t) = c.pair; t.settle(); }', 'settle'],
  ['a field by its number', 'fn f(w: Wrapped) { w.0.settle(); }', 'settle'],
  ['a variant', 'fn f(k: Kind) { match k { Kind::Held(t) => t.settle(), _ => 0 }; }', 'settle'],
  [
    'the field of a variant',
    'fn f(k: Kind) { match k { Kind::Named { by } => by.settle(), _ => 0 }; }',
    'settle',
  ],
  ['a pattern of a struct', 'fn f(c: Cart) { let Cart { tax, .. } = c; tax.settle(); }', 'settle'],
  ['a literal', 'fn f() { let t = Tax { rate: 1 }; t.settle(); }', 'settle'],
  ['a trait that it has', 'fn f(c: Cart) { c.due().settle(); }', 'settle'],
  ['what a trait gives to all', 'fn f(c: Cart) { c.twice().settle(); }', 'settle'],
  ['a bound', 'fn f<P: Payer>(p: P) { p.due().settle(); }', 'settle'],
  ['a where clause', 'fn f<P>(p: P) where P: Payer { p.due().settle(); }', 'settle'],
  ['impl Trait', 'fn f(p: impl Payer) { p.due().settle(); }', 'settle'],
  ['dyn Trait', 'fn f(p: Box<dyn Payer>) { p.due().settle(); }', 'settle'],
  ['an iterator that is returned', 'fn f() { for t in each() { t.settle(); } }', 'settle'],
  ['Deref', 'fn f(g: Guard) { g.pay(); }', 'pay'],
  ['a type alias', 'fn f() { load().unwrap().pay(); }', 'pay'],
  ['a static', 'fn f() { SHARED.pay(); }', 'pay'],
  ['the arguments of a macro', 'fn f(c: Cart) { println!("{}", c.tax.settle()); }', 'settle'],
  ['a type given to a struct', 'fn f(h: Held<Tax>) { h.held[0].settle(); }', 'settle'],
  [
    'what a parameter of a struct is bound by',
    'impl<P: Payer> Held<P> { fn f(&self) { self.held[0].due().settle(); } }',
    'settle',
  ],
  ['a parameter in a path', 'fn f<P: Payer>(p: P) { P::due(&p).settle(); }', 'settle'],
  ['an iterator of ours', 'fn f(t: Taxes) { for tax in t { tax.settle(); } }', 'settle'],
  [
    'what every iterator can do',
    'fn f(t: Taxes) { t.enumerate().for_each(|(_, tax)| { tax.settle(); }); }',
    'settle',
  ],
  ['a default that is derived', 'fn f() { let t = Tax::default(); t.settle(); }', 'settle'],
  ['a clone', 'fn f(c: &Cart) { c.clone().pay(); }', 'pay'],
])('the type follows from %s', async (_from, code, called) => {
  const found = await calls({
    ...CRATE,
    'src/lib.rs': 'mod types;\nmod app;\n',
    'src/types.rs': TYPES,
    'src/app.rs': `use crate::types::*;\n${code}\n`,
  });

  expect(found.filter((link) => link === `src/app.rs:f -calls-> src/types.rs:${called} (type)`)).toHaveLength(
    1,
  );
});

test('self and Self lead to the impl around them, one of the type before that of a trait', async () => {
  const found = await calls({
    ...CRATE,
    'src/lib.rs': `
struct A;
trait Go { fn go(&self); fn default(&self) { self.go(); } }
impl Go for A { fn go(&self) { self.own(); Self::make(); A::make(); <A as Go>::go(self); self.default(); } }
impl A { fn own(&self) {} fn make() -> Self { A } }
struct B;
impl B { fn own(&self) {} }
`,
  });

  expect(found).toEqual([
    'src/lib.rs:default -calls-> src/lib.rs:go (this)',
    'src/lib.rs:go -calls-> src/lib.rs:own (this)',
    'src/lib.rs:go -calls-> src/lib.rs:make (local)',
    'src/lib.rs:go -calls-> src/lib.rs:go (local)',
    'src/lib.rs:go -calls-> src/lib.rs:default (this)',
  ]);
});

test.each([
  ['of the standard library', 'fn f(v: Vec<u8>) { v.settle(); }'],
  ['of something from outside', 'use serde::Thing;\nfn f(t: Thing) { t.settle(); }'],
  ['of a local function', 'fn f(settle: fn()) { settle(); }'],
  ['of a common name', 'fn f<T>(t: T) { t.clone(); t.len(); }'],
  ['of a type parameter', 'fn f<T>(t: T) { t.settle(); }'],
])('a method %s is not taken for the only one of its name', async (_what, code) => {
  const found = await calls({
    ...CRATE,
    'src/lib.rs':
      'mod app;\nstruct One;\nimpl One { fn settle(&self) {} fn clone(&self) {} fn len(&self) {} }\nfn settle() {}\n',
    'src/app.rs': `${code}\n`,
  });

  expect(found).toEqual([]);
});

test('macros are found by name, but for those of the standard library', async () => {
  const found = await calls({
    ...CRATE,
    'src/lib.rs':
      '#[macro_use]\nmod macros;\nfn f() { shout!(1); println!("a"); here!(); }\nmacro_rules! here { () => {} }\n',
    'src/macros.rs': 'macro_rules! shout { () => {} }\nmacro_rules! println { () => {} }\n',
  });

  expect(found).toEqual([
    'src/lib.rs:f -calls-> src/macros.rs:shout (import)',
    'src/lib.rs:f -calls-> src/lib.rs:here (local)',
  ]);
});

test('traits that are implemented, types and functions that are passed on are edges of their own', async () => {
  const links = await testLinks({
    ...CRATE,
    'src/lib.rs':
      'mod base;\nuse base::{done, Base, Item, Payer};\nstruct Shop { items: Vec<Item> }\nimpl Payer for Shop {}\nfn run(b: &Base) { later(done); }\nfn later(f: fn()) {}\n',
    'src/base.rs':
      'pub struct Base;\npub struct Item;\npub trait Payer: Other {}\npub trait Other {}\npub fn done() {}\n',
  });

  expect(links.filter((link) => !link.includes('imports'))).toEqual([
    'src/lib.rs:Shop -references-> src/base.rs:Item (import)',
    'src/lib.rs:Shop -inherits-> src/base.rs:Payer (import)',
    'src/lib.rs:run -references-> src/base.rs:Base (import)',
    'src/lib.rs:run -calls-> src/lib.rs:later (local)',
    'src/lib.rs:run -uses-> src/base.rs:done (import)',
    'src/base.rs:Payer -inherits-> src/base.rs:Other (local)',
  ]);
});

test('uses, aliases and traits that lead to each other in a circle come to an end', async () => {
  const found = await calls({
    ...CRATE,
    'src/lib.rs':
      'mod a;\nmod b;\nuse a::*;\nuse b::x;\ntype P = Q;\ntype Q = P;\ntrait T: U {}\ntrait U: T {}\nfn f(p: P, t: impl T) { x(); p.no(); t.no(); y(); }\n',
    'src/a.rs': 'pub use crate::b::*;\npub use crate::b::x;\n',
    'src/b.rs': 'pub use crate::a::*;\npub use crate::a::x;\n',
  });

  expect(found).toEqual([]);
});

test('a function that is named like its module is called by that name, and the module is still a path', async () => {
  const found = await calls({
    ...CRATE,
    'src/lib.rs': 'pub mod serve;\npub use self::serve::serve;\n',
    'src/serve.rs': 'pub fn serve() {}\npub fn stop() {}\n',
    'src/app.rs':
      'use crate::serve;\nfn f() { serve(); serve::stop(); }\nfn g() { crate::serve(); crate::serve::stop(); }\n',
  });

  expect(found).toEqual([
    'src/app.rs:f -calls-> src/serve.rs:serve (import)',
    'src/app.rs:f -calls-> src/serve.rs:stop (import)',
    'src/app.rs:g -calls-> src/serve.rs:serve (import)',
    'src/app.rs:g -calls-> src/serve.rs:stop (import)',
  ]);
});

const HANDLERS = `
macro_rules! top_level {
    ($name:ident, $method:ident) => { top_level!(#[doc = "One."] $name, $method); };
    ($(#[$meta:meta])+ $name:ident, $method:ident) => {
        $(#[$meta])+
        pub fn $name<H>(handler: H) -> Router<H> where H: Copy { on(Method::$method, handler) }
    };
}
macro_rules! chained { ($($name:ident => $to:expr),*) => { $(pub fn $name(self) -> Self { self })* }; }
macro_rules! kinds { ($(#[$m:meta])* pub struct $name:ident;) => { pub struct $name; }; }
top_level!(get, GET);
top_level!(
    /// Another.
    post, POST
);
kinds! { #[derive(Debug)] pub struct Refused; }
pub struct Router<H>(H);
fn on<H>(method: Method, handler: H) -> Router<H> { Router(handler) }
impl<H> Router<H> { chained!(put => 1, head => 2); pub fn done(&self) {} }
impl Refused { pub fn status(&self) {} }
fn g(refused: Refused) { refused.status(); plain!(get, GET); }
`;

test('functions, methods and types that a macro makes are found by the names that its calls give', async () => {
  const links = await testLinks({
    ...CRATE,
    'src/lib.rs': HANDLERS,
    'src/app.rs': 'use crate::{get, post};\nfn f() { get(1).put().head().done(); post(2); }\n',
  });

  expect(links.filter((link) => link.includes('-calls->') && !/top_level|chained|kinds/.test(link))).toEqual([
    'src/lib.rs:on -calls-> src/lib.rs:Router (local)',
    'src/lib.rs:g -calls-> src/lib.rs:status (type)',
    'src/app.rs:f -calls-> src/lib.rs:done (type)',
    'src/app.rs:f -calls-> src/lib.rs:head (type)',
    'src/app.rs:f -calls-> src/lib.rs:put (type)',
    'src/app.rs:f -calls-> src/lib.rs:get (import)',
    'src/app.rs:f -calls-> src/lib.rs:post (import)',
  ]);
  expect(links).toContain('src/lib.rs:top_level -uses-> src/lib.rs:on (local)');
  expect(links).toContain('src/lib.rs:get -uses-> src/lib.rs:top_level (local)');
});

test('a macro of another crate is called by its path, or by the name that `use` gives it', async () => {
  const found = await calls({
    'core/Cargo.toml': '[package]\nname = "shop-core"\n',
    'core/src/lib.rs': '#[macro_export]\nmacro_rules! refuse { () => {} }\n',
    'app/Cargo.toml': '[package]\nname = "app"\n',
    'app/src/lib.rs':
      'use shop_core::refuse as no;\nuse other::refuse;\nfn f() { no!(); }\nfn g() { shop_core::refuse!(); }\nfn h() { refuse!(); }\n',
  });

  expect(found).toEqual([
    'app/src/lib.rs:f -calls-> core/src/lib.rs:refuse (import)',
    'app/src/lib.rs:g -calls-> core/src/lib.rs:refuse (import)',
  ]);
});

test('awaiting gives what the type says, and a trait in scope has its methods on types from outside', async () => {
  const found = await calls({
    ...CRATE,
    'src/lib.rs': `
      mod ext;
      mod app;
      pub struct Request;
      pub struct Response;
      impl IntoFuture for Request { type Output = Response; fn into_future(self) {} }
      impl Request { pub fn send(self) -> Self { self } }
      impl Response { pub fn text(&self) {} }
      async fn f() { let res = Request.send().await; res.text(); assert_eq!(Request.send().await.text(), 1); }
    `,
    'src/ext.rs': 'pub trait Ext { fn sparkle(&self); }\n',
    'src/app.rs': `
      use crate::ext::Ext as _;
      fn f(s: String) { (1, 2).sparkle(); s.sparkle(); String::sparkle(&s); }
    `,
    'src/far.rs': 'fn f(s: String) { s.sparkle(); }\n',
  });

  expect(found).toEqual([
    'src/lib.rs:f -calls-> src/lib.rs:send (type)',
    'src/lib.rs:f -calls-> src/lib.rs:text (type)',
    'src/app.rs:f -calls-> src/ext.rs:sparkle (type)',
  ]);
});
