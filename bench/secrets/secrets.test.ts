import { finders, findSecrets } from '@sqrl/base/redact/find.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import type { SecretFinding } from '@sqrl/base/redact/rule.ts';
import { settleFindings } from '@sqrl/base/redact/settle.ts';
import { expect, test } from 'vitest';
import { leaks, scoreOf } from '../secrets.ts';
import { generate } from './generate.ts';

const lines = generate();

test('the set is large, half of it hard, and the same every time', () => {
  expect(lines.length).toBeGreaterThanOrEqual(600);
  expect(lines.filter(({ label }) => label === 0).length).toBeGreaterThanOrEqual(lines.length / 2);
  expect(generate()).toEqual(lines);
});

test('every secret of the set is found, and nothing else is touched', () => {
  const changed = lines.map(({ text }) => redactSync(text).text !== text);
  const wrong = lines.filter(({ label }, i) => changed[i] !== (label === 1)).map(({ text }) => text);
  expect(wrong).toEqual([]);
  expect(scoreOf(lines, changed)).toEqual({ recall: 1, falseAlarms: 0, precision: 1 });
});

test('no secret of the set can still be read afterwards', () => {
  expect(lines.filter(leaks).map(({ text }) => redactSync(text).text)).toEqual([]);
});

test('other keys of the same shapes fare no worse', () => {
  const others = [2, 3, 4, 5].flatMap((seed) => generate(seed));
  expect(
    others.filter((line) => leaks(line) || (redactSync(line.text).text !== line.text) !== (line.label === 1)),
  ).toEqual([]);
});

test('looking only where a telling word stands loses nothing against looking everywhere', () => {
  for (const { text } of lines.filter((line) => line.label === 1 && line.text.length < 300)) {
    expect(findSecrets(text).map(place)).toEqual(everywhere(text).map(place));
  }
});

const place = ({ start, end }: SecretFinding): string => `${start}-${end}`;

/** Every finder at every place, without asking for its words. */
function everywhere(text: string): SecretFinding[] {
  const found = finders.flatMap((finder, rank) => {
    const findings =
      'sweep' in finder ? finder.sweep(text) : Array.from(text, (_, i) => finder.find(text, i));
    return findings.flatMap((finding) => (finding === undefined ? [] : [{ ...finding, rank }]));
  });
  return settleFindings(text, found);
}
