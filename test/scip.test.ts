import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CART, ORDER, SHOP_INDEX } from '../src/code/testing/shop.ts';
import { PROGRAM } from '../src/daemon/testing/homes.ts';
import { temporaryFolder } from './support/home.ts';

function shop() {
  const folder = temporaryFolder();
  const root = join(folder, 'shop');
  mkdirSync(join(root, 'src'), { recursive: true });
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  write('src/cart.ts', CART);
  write('src/order.ts', ORDER);
  execFileSync('git', ['init', '-q', root]);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const sqrl = (...argv: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', PROGRAM, ...argv], {
      cwd: root,
      env: { PATH, NODE_COMPILE_CACHE, HOME: folder, SQRL_HOME: join(folder, 'home') },
      encoding: 'utf8',
    });
    return { exit: status, out: stdout, err: stderr };
  };
  const callers = (name: string) =>
    JSON.parse(sqrl('graph', 'callers', name, '--json').out || '{"calls":[]}').calls.map(
      ({ symbol, how }: { symbol: { qualified: string }; how: string }) => `${symbol.qualified} by ${how}`,
    );
  return { root, folder, write, sqrl, callers };
}

test('a real index, imported by the real command, takes the place of what was found out', () => {
  const { sqrl, callers, write } = shop();
  expect(callers('Cart.total')).toEqual(['Order.pay by type']);
  expect(sqrl('graph', 'import-scip', SHOP_INDEX)).toMatchObject({
    exit: 0,
    out: 'Imported 16 links of 2 files from the index.\n',
    err: '',
  });
  expect(callers('Cart.total')).toEqual(['Order.pay by scip']);

  // What it said holds for a file as it was then.
  write('src/order.ts', ORDER.replace('cart.total()', 'cart.lines.length'));
  expect(callers('Cart.total')).toEqual([]);
  expect(sqrl('graph', 'import-scip', SHOP_INDEX)).toMatchObject({
    exit: 0,
    err: '1 document changed since: src/order.ts\n',
  });
});

test('a file that is no index is told, and nothing changes', () => {
  const { sqrl, folder } = shop();
  writeFileSync(join(folder, 'no.scip'), '{"not": "an index"}');
  expect(sqrl('graph', 'import-scip', join(folder, 'no.scip'))).toMatchObject({
    exit: 1,
    err: expect.stringContaining('Not a SCIP index'),
  });
  expect(sqrl('graph', 'import-scip', 'missing.scip')).toMatchObject({
    exit: 3,
    err: expect.stringContaining('File not found'),
  });
});
