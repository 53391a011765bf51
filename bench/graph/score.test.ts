import { expect, test } from 'vitest';
import { score } from './score.ts';
import type { Site, Truth } from './truth.ts';

const site = (line: number, targetLine: number, more: Partial<Site> = {}): Site => ({
  file: 'a.ts',
  line,
  name: 'f',
  target_file: 'b.ts',
  target_line: targetLine,
  ...more,
});

const call = (line: number, targetLine: number, file = 'a.ts') => ({
  file,
  line,
  targetFile: 'b.ts',
  targetLine,
  how: 'import',
});

const truthOf = (...sites: Site[]): Truth => ({
  sites,
  imports: new Map([
    ['a.ts', ['b.ts']],
    ['a.test.ts', []],
  ]),
});

test('sites count one by one, edges once for each file and target', () => {
  const { sites, edges } = score(
    truthOf(site(1, 10), site(2, 10), site(3, 20)),
    [call(1, 10), call(4, 30)],
    [],
  );
  expect(sites).toMatchObject({ found: 2, right: 1, wanted: 3, precision: 0.5, recall: 1 / 3 });
  expect(edges).toMatchObject({ found: 2, right: 1, wanted: 2, precision: 0.5, recall: 0.5 });
});

test('another declaration of the same thing is as right', () => {
  const { sites } = score(truthOf(site(1, 10, { also: [['b.ts', 12]] })), [call(1, 12)], []);
  expect(sites).toMatchObject({ precision: 1, recall: 1, f1: 1 });
});

test('a call of a value may be found or not, but not wrongly', () => {
  const truth = truthOf(site(1, 10, { optional: true }));
  expect(score(truth, [call(1, 10)], []).sites).toMatchObject({ found: 0, wanted: 0 });
  expect(score(truth, [], []).sites).toMatchObject({ found: 0, wanted: 0 });
  expect(score(truth, [call(1, 11)], []).sites).toMatchObject({ found: 1, precision: 0 });
});

test('calls in tests, and in files that the truth does not cover, do not count', () => {
  const { sites } = score(truthOf(), [call(1, 10, 'a.test.ts'), call(1, 10, 'other.ts')], []);
  expect(sites.found).toBe(0);
});

test('imports are compared both ways', () => {
  const { imports } = score(
    truthOf(),
    [],
    [
      ['a.ts', 'b.ts'],
      ['a.ts', 'c.ts'],
    ],
  );
  expect(imports).toMatchObject({ precision: 0.5, recall: 1 });
});
