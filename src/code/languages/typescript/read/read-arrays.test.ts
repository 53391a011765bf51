import { expect, test } from 'vitest';
import { isFacts, openCodeReader } from '../../../parse/parse.ts';
import { testLinks } from '../../../testing/small-world.ts';

const rows = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => `{ name: 'row ${i}', size: ${i}, on: { day: ${i} } }`);

test('a table of data takes no more room than its first rows', async () => {
  const [short, long] = await Promise.all([sizeOf(rows(20)), sizeOf(rows(2_000))]);
  expect(long).toBeLessThan(1.1 * short);
});

test('code far down in a list is read like code at its top', async () => {
  const list = [
    ...rows(20),
    '{ run: () => start() }',
    '{ run() { stop(); } }',
    'make({ at: () => stop() })',
    '{ shut: { off() {} }.off() }',
  ];
  const links = await testLinks({
    'a.ts': `function start() {}\nfunction stop() {}\nfunction make(how: { at(): void }) {}\nexport const list = [${list}];`,
  });
  expect(
    links.filter((link) => link.includes('-calls->')).map((link) => link.split(' -calls-> ')[1]),
  ).toEqual([
    'a.ts:start (local)',
    'a.ts:stop (local)',
    'a.ts:make (local)',
    'a.ts:stop (local)',
    'a.ts:off (type)',
  ]);
});

test('what a long list holds is known by its first elements', async () => {
  const links = await testLinks({
    'a.ts': `class Row { show() {} }\nconst list = [new Row(), ${rows(20)}];\nexport function go() { list[0].show(); }`,
  });
  expect(links).toContain('a.ts:go -calls-> a.ts:show (type)');
});

/** How much is kept of a file that has one list. */
async function sizeOf(elements: readonly string[]): Promise<number> {
  const reader = await openCodeReader();
  const read = reader.read('a.ts', `export const list = [\n${elements.join(',\n')},\n];\n`)!;
  reader.close();
  if (!isFacts(read)) throw new Error('It was not parsed.');
  return JSON.stringify(read.detail).length;
}
