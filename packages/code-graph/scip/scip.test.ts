import { readFileSync } from 'node:fs';
import { openStore } from '@sqrl/squirrel/store/open.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileFacts } from '../facts/facts.ts';
import type { FileLink, LinkWorld } from '../facts/linker.ts';
import { linkers } from '../languages/languages.ts';
import { isFacts, openCodeReader } from '../parse/parse.ts';
import { addCodeFile, openPaths, saveCodeFile } from '../tables/files.ts';
import { countScip, forgetScip } from '../tables/scip.ts';
import { CART, ORDER, SHOP_INDEX } from '../testing/shop.ts';
import { importScip, upgradeLinks, withScip } from './keep-scip.ts';
import { descriptorOf, scipDocuments } from './scip.ts';
import { scipLinks } from './scip-links.ts';

const INDEX = readFileSync(SHOP_INDEX);
const FILES = { 'src/cart.ts': CART, 'src/order.ts': ORDER };

test('an index tells where everything it names is defined', async () => {
  const { said, tell } = await read(FILES);
  expect(said.outdated).toEqual([]);
  expect(tell('src/order.ts', said.links.get('src/order.ts')!)).toEqual([
    '1 file -imports-> src/cart.ts:file (scip)',
    '10 order -calls-> src/cart.ts:add (scip)',
    '10 order -calls-> src/order.ts:Order (scip)',
    '10 order -uses-> src/cart.ts:price (scip)',
    '11 later -uses-> src/cart.ts:sum (scip)',
    '3 Order -inherits-> src/cart.ts:Cart (scip)',
    '3 Order -references-> src/cart.ts:Cart (scip)',
    // The type of a callback's parameter is what only a type checker knows.
    '5 pay -calls-> src/cart.ts:total (scip)',
    '6 pay -calls-> src/cart.ts:sum (scip)',
  ]);
});

test('links it agrees with become sure, those it leads elsewhere go, what only it knows is added', async () => {
  const bill = 'export function total(): number {\n  return 0;\n}\n';
  const { said, tell, facts, place } = await read({ ...FILES, 'src/bill.ts': bill });
  const pay = place('src/order.ts', 'pay');
  const links: FileLink[] = [
    { from: -1, to: { path: 'src/cart.ts', symbol: -1 }, kind: 'imports', how: 'import', line: 1 },
    {
      from: pay,
      to: { path: 'src/cart.ts', symbol: place('src/cart.ts', 'sum') },
      kind: 'calls',
      how: 'import',
      line: 6,
    },
    // A wrong guess, of which the index knows better.
    {
      from: pay,
      to: { path: 'src/bill.ts', symbol: place('src/bill.ts', 'total') },
      kind: 'calls',
      how: 'unique name',
      line: 5,
    },
    // A line of which the index says nothing.
    {
      from: pay,
      to: { path: 'src/cart.ts', symbol: place('src/cart.ts', 'add') },
      kind: 'calls',
      how: 'type',
      line: 7,
    },
  ];
  const upgraded = upgradeLinks(links, said.links.get('src/order.ts')!, (path) => facts.get(path)?.symbols);
  expect(tell('src/order.ts', upgraded)).toEqual([
    '1 file -imports-> src/cart.ts:file (scip)',
    '10 order -calls-> src/cart.ts:add (scip)',
    '10 order -calls-> src/order.ts:Order (scip)',
    '10 order -uses-> src/cart.ts:price (scip)',
    '11 later -uses-> src/cart.ts:sum (scip)',
    '3 Order -inherits-> src/cart.ts:Cart (scip)',
    '5 pay -calls-> src/cart.ts:total (scip)',
    '6 pay -calls-> src/cart.ts:sum (scip)',
    '7 pay -calls-> src/cart.ts:add (type)',
  ]);
});

test('what our own linker finds, the index does not contradict', async () => {
  const { said, tell, facts, world } = await read(FILES);
  for (const path of facts.keys()) {
    const linker = linkers.get('typescript')!;
    const own = linker.link(facts.get(path)!, world);
    expect(own.length).toBeGreaterThan(0);
    const upgraded = upgradeLinks(own, said.links.get(path)!, (each) => facts.get(each)?.symbols);
    const ends = (links: readonly FileLink[]) => tell(path, links).map((line) => line.replace(/ \(.*/, ''));
    expect(ends(upgraded)).toEqual(expect.arrayContaining(ends(own)));
    expect(upgraded.some(({ how }) => how === 'scip')).toBe(true);
  }
});

test('of a file that changed since the index was made nothing is taken, and of an unknown one neither', async () => {
  const { said } = await read({ 'src/cart.ts': `// One more line.\n${CART}` });
  expect(said).toEqual({ links: new Map(), outdated: ['src/cart.ts'], unknown: ['src/order.ts'] });
});

test('an index made in a folder of the repository speaks of that folder', async () => {
  const { said } = await read({ 'shop/src/cart.ts': CART, 'shop/src/order.ts': ORDER }, 'shop');
  expect([...said.links.keys()]).toEqual(['shop/src/cart.ts', 'shop/src/order.ts']);
});

test('what an index said outlives the linking, follows its targets, and ends with the file it was said of', async () => {
  using store = openStore(':memory:', { now: () => 0 });
  const { facts } = await read(FILES);
  for (const path of facts.keys()) {
    const file = addCodeFile(store, path);
    saveCodeFile(store, { ...file, hash: `hash of ${path}`, state: 'linked' });
  }
  const files = { facts: (path: string) => facts.get(path), text: (path: keyof typeof FILES) => FILES[path] };
  const imported = importScip(store, INDEX, files as Parameters<typeof importScip>[2]);
  expect(imported).toMatchObject({ files: 2, unknown: [], outdated: [] });
  expect(openPaths(store, 'read')).toEqual(['src/cart.ts', 'src/order.ts']);

  // The file that it leads to has got another function at its top since.
  const later = await read({ ...FILES, 'src/cart.ts': `export function first(): void {}\n${CART}` });
  const order = { path: 'src/order.ts', hash: 'hash of src/order.ts' };
  const now = (path: string) => later.facts.get(path);
  expect(later.tell('src/order.ts', withScip(store, order, [], now))).toContain(
    '5 pay -calls-> src/cart.ts:total (scip)',
  );
  expect(withScip(store, { ...order, hash: 'of another content' }, [], now)).toEqual([]);
  forgetScip(store, 'outdated');
  expect(countScip(store)).toBe(2);
  forgetScip(store, 'all');
  expect(withScip(store, order, [], now)).toEqual([]);
});

test.each([
  ['scip-typescript npm shop 1.0.0 src/`cart.ts`/Cart#add().', 'add', 'method'],
  ['scip-typescript npm shop 1.0.0 src/`cart.ts`/Cart#add(+1).', 'add', 'method'],
  ['scip-typescript npm shop 1.0.0 src/`cart.ts`/Cart#', 'Cart', 'type'],
  ['scip-typescript npm shop 1.0.0 src/`cart.ts`/Cart#`<constructor>`().', 'Cart', 'method'],
  ['scip-typescript npm shop 1.0.0 src/`cart.ts`/Cart#`<get>size`().', 'size', 'method'],
  ['scip-typescript npm shop 1.0.0 src/`cart.ts`/Cart#`odd``name`.', 'odd`name', 'term'],
  ['scip-python python shop 0.1 `shop.cart`/Cart#__init__().', 'Cart', 'method'],
  ['scip-python python shop 0.1 `shop.cart`/TAX.', 'TAX', 'term'],
  ['local 4', '', 'other'],
])('%s is called %s and is a %s', (symbol, name, is) => {
  expect(descriptorOf(symbol)).toEqual({ name, is });
});

test('what is no index is a problem and never anything else, wherever it is cut or damaged', () => {
  const readAll = (bytes: Uint8Array): void => {
    try {
      [...scipDocuments(bytes)];
    } catch (error) {
      expect(error).toMatchObject({ name: 'Problem' });
    }
  };
  expect(() => [...scipDocuments(Buffer.from('{"not": "an index"}'))]).toThrow(/Not a SCIP index/);
  expect(() => [...scipDocuments(INDEX.subarray(0, 2000))]).toThrow(/Not a SCIP index/);
  expect([...scipDocuments(new Uint8Array())]).toEqual([]);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), readAll));
  fc.assert(
    fc.property(fc.nat(INDEX.length - 1), fc.nat(255), (at, byte) => {
      const damaged = Buffer.from(INDEX);
      damaged[at] = byte;
      readAll(damaged);
    }),
  );
});

async function read(files: Readonly<Record<string, string>>, folder?: string) {
  const reader = await openCodeReader();
  const found = Object.entries(files).flatMap(([path, text]) => reader.read(path, text) ?? []);
  reader.close();
  const facts = new Map<string, FileFacts>(found.filter(isFacts).map((file) => [file.path, file]));
  const said = scipLinks(INDEX, {
    facts: (path) => facts.get(path),
    text: (path) => files[path],
    ...(folder && { folder }),
  });
  const nameOf = (path: string, symbol: number): string =>
    symbol === -1 ? 'file' : facts.get(path)!.symbols[symbol]!.name;
  const tell = (path: string, links: readonly FileLink[]): string[] =>
    links
      .map(
        ({ from, to, kind, how, line }) =>
          `${line} ${nameOf(path, from)} -${kind}-> ${to.path}:${nameOf(to.path, to.symbol)} (${how})`,
      )
      .sort();
  const place = (path: string, name: string): number =>
    facts.get(path)!.symbols.findIndex((symbol) => symbol.name === name);
  // The linker of these two files asks for nothing else.
  const world: LinkWorld = {
    facts: (path) => facts.get(path),
    exists: (path) => path in files,
    text: () => undefined,
    paths: () => [],
    named: () => [],
    memo: (_key, compute) => compute(),
  };
  return { said, tell, facts, place, world };
}
