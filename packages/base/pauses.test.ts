import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pauseAt, readPauses, writePauses } from './pauses.ts';
import { folder } from './testing/folder.ts';

test('a pause holds from its beginning to before its end, for its project alone', () => {
  using place = folder();
  const home = place.path;
  expect(readPauses(home)).toEqual([]);
  const all = { project: null, from: 100, until: 200 };
  const shop = { project: 'shop-1', from: 300, until: null };
  writePauses(home, [all, shop]);
  const pauses = readPauses(home);
  expect([99, 100, 199, 200].map((at) => pauseAt(pauses, null, at))).toEqual([
    undefined,
    all,
    all,
    undefined,
  ]);
  expect(pauseAt(pauses, 'shop-1', 1e15)).toEqual(shop);
  expect([pauseAt(pauses, 'cart-1', 400), pauseAt(pauses, null, 400)]).toEqual([undefined, undefined]);
});

test('a file that is damaged, or holds anything else, is no pause', () => {
  using place = folder();
  const home = place.path;
  for (const text of ['{', '{}', '[1, null, {"from": "x"}]', '[{"project": 1, "from": 0, "until": null}]']) {
    writeFileSync(join(home, 'pauses.json'), text);
    expect(readPauses(home)).toEqual([]);
  }
});
