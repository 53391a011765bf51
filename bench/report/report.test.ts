import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { misquoted } from './figures.ts';
import { newestRecords } from './records.ts';
import { reportOf } from './report.ts';

test('the README quotes the newest record of each benchmark', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  expect(misquoted(readme, newestRecords())).toEqual([]);
  expect(misquoted(readme.replaceAll(/\d+ % of 350/g, '99 % of 350'), newestRecords())).toHaveLength(1);
});

test('a report has each figure with the one before, and draws the shares', () => {
  const record = (hit5: number) =>
    new Map([['paraphrase', { at: '2026-01-01T10:00', 'squirrel-s3': { default: { hit5 } } }]]);
  const { markdown, svg } = reportOf({
    ...{ day: '2026-01-02', machine: '2 cores', node: 'v24', commit: 'abc', datasets: { 'a.json': 'f00' } },
    ...{ left: { storm: 'skipped' }, now: record(61.6), last: record(60.2) },
  });
  expect(markdown).toContain('| paraphrases, first five | `paraphrase` | 62 % | 2026-01-01 | 60 % | +1 |');
  expect(markdown).toContain('- `storm`: skipped');
  expect(svg.match(/<rect x=/g)).toHaveLength(1);
});
