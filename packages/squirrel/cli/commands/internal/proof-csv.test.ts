import { expect, test } from 'vitest';
import { toCsv } from './proof.ts';

test('a table for a spreadsheet has a heading, quotes what needs it, and starts no formula', () => {
  expect(toCsv([{ id: 'a', why: 'say "no", then\nstop', n: -1, none: null }])).toEqual([
    'id,why,n,none',
    'a,"say ""no"", then\nstop",-1,',
  ]);
  expect(toCsv([{ text: '=HYPERLINK("http://x")' }])[1]).toBe(`"'=HYPERLINK(""http://x"")"`);
  expect(toCsv([])).toEqual([]);
});
