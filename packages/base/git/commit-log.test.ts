import { expect, test } from 'vitest';
import { commitsLogged } from './commit-log.ts';

/** What git prints for two commits, in pieces of some bytes. */
async function* printed(bytes: number) {
  const fields = [`\x01${'a'.repeat(40)}`, '60', 'Ada', 'Start', 'With a body\n', '\na.ts', 'b c.ts'];
  const whole = Buffer.from([...fields, `\x01${'b'.repeat(40)}`, '120', 'Zoé', '\x01odd', '', ''].join('\0'));
  for (let at = 0; at < whole.length; at += bytes) yield whole.subarray(at, at + bytes);
}

async function listed<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test.each([1, 3, 7, 1000])('commits are read from pieces of %i bytes', async (bytes) => {
  expect(await listed(commitsLogged(printed(bytes)))).toEqual([
    {
      hash: 'a'.repeat(40),
      at: 60_000,
      author: 'Ada',
      subject: 'Start',
      body: 'With a body',
      files: ['a.ts', 'b c.ts'],
    },
    { hash: 'b'.repeat(40), at: 120_000, author: 'Zoé', subject: '\x01odd', body: '', files: [] },
  ]);
});
