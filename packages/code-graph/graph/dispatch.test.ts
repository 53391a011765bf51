import { openStore } from '@sqrl/squirrel/store/open.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openIndexer } from '../index/indexer.ts';
import { symbolsById } from '../tables/symbols.ts';
import { repository } from '../testing/repository.ts';
import { dispatchOf } from './dispatch.ts';
import { openGraph } from './graph.ts';
import { type Impact, impactOf } from './impact.ts';
import { findSymbols } from './lookup.ts';
import { testsOf } from './tests.ts';

/** Indexes files, and tells what a change of a symbol breaks and which tests run it. */
async function asked(files: Readonly<Record<string, string>>) {
  const { root } = repository(files);
  const store = openStore(':memory:', { now: () => 1 });
  onTestFinished(() => store.close());
  using indexer = openIndexer(store, { root, env: {}, now: () => 1 });
  await indexer.update();
  const graph = openGraph(store);
  const dispatch = dispatchOf(store, graph);
  const nodes = (name: string) => [graph.nodeOf(findSymbols(store, name, 1).symbols[0]!.id)];
  const told = ({ order, reach }: Impact) =>
    symbolsById(
      store,
      Array.from(order, (at) => graph.idOf(reach.nodes[at]!)),
    ).map(({ name }) => name);
  return {
    depths: (name: string) => impactOf(graph, nodes(name), 3, { hops: dispatch.broken }).byDepth,
    broken: (name: string) => told(impactOf(graph, nodes(name), 3, { hops: dispatch.broken })),
    tests: (name: string) => {
      const { sure, more } = testsOf(store, graph, nodes(name), 5);
      return [...told(sure), ...told(more)];
    },
    /** How the tests were found, and which are sure. */
    trust: (name: string) => {
      const { by, sure } = testsOf(store, graph, nodes(name), 5);
      return { by, sure: told(sure) };
    },
  };
}

test('what a constructor or a field calls is reached by everything that makes such an object', async () => {
  const { broken, tests } = await asked({
    'src/route.ts': `
      export function compile() {}
      export function stamp() { return 1; }
      export class Route { at = stamp(); constructor() { compile(); } }
      export function other(route: Route) {}
    `,
    'test/route.test.ts': `
      import { Route } from "../src/route";
      export function makes() { return new Route(); }
    `,
  });
  expect(tests('compile')).toEqual(['makes']);
  expect(tests('stamp')).toEqual(['makes']);
  // A type alone does not run a constructor.
  expect(broken('compile')).not.toContain('other');
});

test('an override may break the callers of its base, and tests that make its class and reach its base run it', async () => {
  const { broken, tests } = await asked({
    'src/shapes.ts': `
      export interface Shape { area(): number }
      export class Circle implements Shape { area() { return 3; } }
      export class Square implements Shape { area() { return 4; } }
      export function total(shape: Shape) { return shape.area(); }
    `,
    'test/shapes.test.ts': `
      import { Circle, Square, total } from "../src/shapes";
      export function round() { total(new Circle()); }
      export function even() { total(new Square()); }
      export function idle() { return new Circle(); }
    `,
  });
  expect(broken('Circle.area')).toEqual(expect.arrayContaining(['total', 'round', 'even']));
  expect(tests('Circle.area')).toEqual(['round']);
});

test('what lies in a symbol is not broken by it, and its class is one step away', async () => {
  const { broken, depths } = await asked({
    'a.ts': `
      export class Cart {
        constructor() { const tax = () => 1; function round() { return tax(); } round(); }
      }
      export function buy() { return new Cart(); }
    `,
  });
  expect(broken('Cart.constructor')).toEqual(['Cart', 'buy']);
  expect(depths('Cart.constructor')).toEqual([1, 1]);
});

test('a method or operator without known callers is taken to run where its class is made', async () => {
  const { tests } = await asked({
    'app.py': `
class Handler:
    def dispatch(self): ...
    def __eq__(self, other): ...
`,
    'tests/test_app.py': `
from app import Handler

def test_handles(serve):
    serve(Handler())
`,
  });
  expect(tests('dispatch')).toEqual(['test_handles']);
  expect(tests('__eq__')).toEqual(['test_handles']);
});

test('tests are told, not what they share; fixtures lead to the tests that ask for them', async () => {
  const { tests } = await asked({
    'app.py': 'class App:\n    def get(self, path): ...\n    def post(self, path): ...\n',
    'tests/conftest.py': `
import pytest
from app import App

@pytest.fixture
def app():
    yield App()

@pytest.fixture()
def client(app):
    return app
`,
    'tests/test_app.py': `
def test_get(client):
    client.get("/")

def test_post(app):
    app.post("/")

def test_none(tmp_path): ...
`,
  });
  expect(tests('App.get')).toEqual(['test_get']);
  expect(tests('App.post')).toEqual(['test_post']);
});

test('JavaScript is used where its hand-written declarations are imported', async () => {
  const { tests } = await asked({
    'app.js': `
      const build = require('./lib/build');
      class Reply { send() { build(); } }
      function app() { build(); }
      app.Reply = Reply;
      module.exports = app;
      module.exports.Reply = Reply;
    `,
    'app.d.ts': `
      declare function app(): void;
      declare namespace app { export const version: string; class Reply { send(): void } }
      export = app;
    `,
    'lib/build.js': 'module.exports = function build() {};',
    'test/app.test.js': `
      const app = require('../app');
      app();
    `,
  });
  expect(tests('build')).toEqual(['app.test.js']);
  expect(tests('lib/build.js')).toEqual(['app.test.js']);
});

test('tests that call something in a few steps are sure and come first; others may run it', async () => {
  const { tests, trust } = await asked({
    'src/steps.ts': `
      export function first() {}
      export function second() { first(); }
      export function third() { second(); }
      export function fourth() { third(); }
    `,
    'test/steps.test.ts': `
      import { first, fourth, third } from "../src/steps";
      export function far() { fourth(); }
      export function near() { third(); }
      export function nearest() { first(); }
    `,
  });
  expect(tests('first')).toEqual(['nearest', 'near', 'far']);
  expect(trust('first')).toEqual({ by: 'edges', sure: ['nearest', 'near'] });
});

test('what runs or is named while a file is loaded is not run by its tests for sure', async () => {
  const { tests, trust } = await asked({
    'app.py': `
class Years:
    def __init__(self): ...

class Schema:
    kinds = {int: Years}

    def load(self): ...
`,
    'tests/test_app.py': `
from app import Years, Schema

class Age(Schema):
    years = Years()

def test_loads():
    Schema().load()

def test_age():
    Age().load()

def test_inside():
    class Inner(Schema):
        years = Years()
    Inner().load()
`,
  });
  expect(trust('Years.__init__').sure).toEqual(['test_inside']);
  expect(tests('Years.__init__')).toEqual(expect.arrayContaining(['test_age', 'test_inside']));
});

test('a member that is mixed into objects may be run by the tests that name it, unless most do', async () => {
  const mixed = "const app = require('../lib/app')(); app.send();";
  const { tests, trust } = await asked({
    'lib/response.js': `
      const res = (module.exports = {});
      res.redirect = function redirect(url) {};
      res.send = function send(body) {};
      module.exports.head = { get etag() { return 1; } };
    `,
    'lib/app.js': "module.exports = () => mixin({}, require('./response'));",
    'test/redirect.test.js': `${mixed} app.redirect('/'); app.etag;`,
    'test/send.test.js': mixed,
    'test/more.test.js': mixed,
    'test/rest.test.js': mixed,
  });
  expect(tests('redirect')).toEqual(['redirect.test.js']);
  expect(trust('redirect')).toEqual({ by: 'name', sure: [] });
  expect(tests('etag')).toEqual(['redirect.test.js']);
  expect(tests('send')).toEqual([]);
});

test('of tests that only use the class of a method, those that name it come first', async () => {
  const { tests } = await asked({
    'app.py': 'class Handler:\n    def dispatch(self): ...\n    def close(self): ...\n',
    'tests/test_one.py':
      'from app import Handler\n\ndef test_closes(serve):\n    serve(Handler(), "close")\n',
    'tests/test_two.py':
      'from app import Handler\n\ndef test_dispatches(serve):\n    serve(Handler(), "dispatch")\n',
  });
  expect(tests('close')).toEqual(['test_closes', 'test_dispatches']);
  expect(tests('dispatch')).toEqual(['test_dispatches', 'test_closes']);
});

test('fixtures of the class around a test, and of those above it, lead to what they make', async () => {
  const { trust } = await asked({
    'app.py':
      'class Signer:\n    def sign(self, text): ...\n\nclass Timed(Signer):\n    def age(self): ...\n',
    'tests/test_app.py': `
import pytest
from app import Timed

class Base:
    @pytest.fixture()
    def signer(self, make):
        return make()

class TestTimed(Base):
    @pytest.fixture()
    def make(self):
        return Timed

    def test_age(self, signer):
        signer.age()
`,
  });
  expect(trust('Timed.age')).toEqual({ by: 'edges', sure: ['test_age'] });
});

test('a function that is registered in a table may be run by the tests called like it, else by those with its words', async () => {
  const { tests, trust } = await asked({
    'filters.py':
      'def do_sort(value): ...\n\ndef do_upper(value): ...\n\nFILTERS = {"sort": do_sort, "upper": do_upper}\n',
    'env.py': 'from filters import FILTERS\n\ndef render(text): return FILTERS[text]()\n',
    'tests/test_filters.py': `
from env import render

def test_sort_twice():
    render("sort")

def test_pipes():
    render("sort|upper")
`,
    'tests/test_a.py': 'def test_a(): ...\n',
    'tests/test_b.py': 'def test_b(): ...\n',
  });
  expect(tests('do_sort')).toEqual(['test_sort_twice']);
  expect(trust('do_sort')).toEqual({ by: 'name', sure: [] });
});
