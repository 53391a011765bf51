import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CART, ORDER, SHOP_INDEX } from '@sqrl/code-graph/testing/shop.ts';
import { PROGRAM } from '@sqrl/squirrel/daemon/testing/homes.ts';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/home.ts';
import { anew, typing } from './support/typing.ts';

function shop() {
  const folder = temporaryFolder();
  const root = join(folder, 'shop');
  mkdirSync(join(root, 'src'), { recursive: true });
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  write('src/cart.ts', CART);
  write('src/order.ts', ORDER);
  execFileSync('git', ['init', '-q', root]);
  const home = join(folder, 'home');
  const sqrl = typing(root, anew(home, root));
  const callers = async (name: string) =>
    JSON.parse((await sqrl(['graph', 'callers', name, '--json'])).out || '{"calls":[]}').calls.map(
      ({ symbol, how }: { symbol: { qualified: string }; how: string }) => `${symbol.qualified} by ${how}`,
    );
  return { root, folder, home, write, sqrl, callers };
}

test('a real index, imported by the real command, takes the place of what was found out', async () => {
  const { sqrl, callers, write, root, folder, home } = shop();
  expect(await callers('Cart.total')).toEqual(['Order.pay by type']);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const command = [PROGRAM, 'graph', 'import-scip', SHOP_INDEX];
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', ...command], {
    cwd: root,
    env: { PATH, NODE_COMPILE_CACHE, HOME: folder, SQRL_HOME: home },
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([0, 'Imported 16 links of 2 files from the index.\n', '']);
  expect(await callers('Cart.total')).toEqual(['Order.pay by scip']);

  // What it said holds for a file as it was then.
  write('src/order.ts', ORDER.replace('cart.total()', 'cart.lines.length'));
  expect(await callers('Cart.total')).toEqual([]);
  expect(await sqrl(['graph', 'import-scip', SHOP_INDEX])).toMatchObject({
    exit: 0,
    err: '1 document changed since: src/order.ts\n',
  });
});

test('a file that is no index is told, and nothing changes', async () => {
  const { sqrl, folder } = shop();
  writeFileSync(join(folder, 'no.scip'), '{"not": "an index"}');
  expect(await sqrl(['graph', 'import-scip', join(folder, 'no.scip')])).toMatchObject({
    exit: 1,
    err: expect.stringContaining('Not a SCIP index'),
  });
  expect(await sqrl(['graph', 'import-scip', 'missing.scip'])).toMatchObject({
    exit: 3,
    err: expect.stringContaining('File not found'),
  });
});
