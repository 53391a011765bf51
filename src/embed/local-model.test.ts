import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Match, rarityOf, tokenMatches } from './late-interaction.ts';
import { openLocalModel } from './local-model.ts';

const model = openLocalModel(
  fileURLToPath(new URL('../../models/squirrel-s3.int8.safetensors', import.meta.url)),
);
function match(
  question: string,
  texts: readonly string[],
  { beside = [], ...reading }: { beside?: number[][]; goOn?: () => boolean } = {},
): (Match | undefined)[] {
  const { near, holding } = model.compare(question, texts, reading);
  return tokenMatches(near, rarityOf(holding, texts.length), beside);
}

const isRead = (match: Match | undefined) => match !== undefined;

const texts = Array.from({ length: 18 }, (_, i) => `Worker ${i} writes its part of the index. `.repeat(8));

test('as many of the first texts are matched as there is time for, just as they would be without an end', () => {
  const goOn = () => false;
  const some = match('which worker writes the index', texts, { goOn });
  const read = some.filter(isRead).length;
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(texts.length);
  // What was read before takes no time, so the next look reaches further.
  const next = match('which worker writes the index', texts, { goOn });
  expect(next.filter(isRead).length).toBeGreaterThan(read);
  const all = match('which worker writes the index', texts);
  expect(all.filter(isRead)).toHaveLength(texts.length);
  expect(some).toEqual(all.map((each, i) => (i < read ? each : undefined)));
});

test('what was read before is matched wherever it stands, and what there is no time for is left out', () => {
  const said = Array.from({ length: 9 }, (_, i) => `Clerk ${i} files the letters of the day. `.repeat(8));
  const [last] = match('who files the letters', [said[8]!]);
  const some = match('who files the letters', said, { goOn: () => false });
  expect(some).toHaveLength(said.length);
  expect(some.at(0)).toBeDefined();
  expect(some.at(-2)).toBeUndefined();
  expect(some.at(-1)!.cosine).toBe(last!.cosine);
});

test('a text is matched together with those right beside it, as far as they were read', () => {
  const said = ['Which port is it then?', 'It is 4100.', 'Commits are kept small.'];
  const alone = match('the port of the daemon', said);
  const together = match('the port of the daemon', said, { beside: [[1], [0], [7]] });
  expect(together[1]!.within).toBeGreaterThan(alone[1]!.within);
  expect(together[1]!.within).toBe(together[0]!.within);
  expect(together[1]!.maxSim).toBe(alone[1]!.maxSim);
  expect(together[2]).toEqual(alone[2]);
});
