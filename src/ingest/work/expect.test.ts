import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectsMuch } from './expect.ts';

test('much is expected where logs are large, be they one or many, and not of anything else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-expect-'));
  const deep = join(folder, 'projects', 'shop');
  mkdirSync(deep, { recursive: true });
  for (const name of ['a.jsonl', 'b.jsonl']) writeFileSync(join(deep, name), 'x'.repeat(600));
  writeFileSync(join(deep, 'picture.png'), 'x'.repeat(5000));
  expect(expectsMuch([folder], 1000)).toBe(true);
  expect(expectsMuch([join(deep, 'a.jsonl'), join(deep, 'b.jsonl')], 1000)).toBe(true);
  expect(expectsMuch([join(deep, 'a.jsonl'), join(folder, 'none')], 1000)).toBe(false);
  expect(expectsMuch([folder], 1300)).toBe(false);
  rmSync(folder, { recursive: true });
});
