import { join } from 'node:path';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { expect, test } from 'vitest';
import { checkStore } from '../testing/check-store.ts';
import { openAtNoon } from '../testing/fill.ts';
import { addSaid } from '../testing/said.ts';
import { scratch } from '../testing/scratch.ts';
import {
  countPassages,
  countPassageVectors,
  PassageIndex,
  passagesToEmbed,
  passageTexts,
  passageVectorBytes,
  removePassageVectors,
  setPassageVector,
  sweepPassageVectors,
} from './passage-vectors.ts';
import { addPassage, messagesWithoutPassages, passagesByPhrase, passagesByWords } from './passages.ts';

const DIMS = 16;
const along = (axis: number) => Float32Array.from({ length: DIMS }, (_, i) => (i === axis ? 1 : 0));

/** A store in which some texts were said, a minute each, with a passage for each. */
function withSaid(texts: readonly string[], path = join(scratch(), 'project.db')) {
  const store = openAtNoon(path);
  const session = addSaid(
    store,
    texts.map((text) => ({ kind: 'prompt', text })),
  );
  store.transaction(() => {
    for (const { event, text } of messagesWithoutPassages(store, session))
      addPassage(store, { event, text, words: '' });
  });
  return store;
}

const rowsOf = (store: Store) =>
  store
    .sql('select row from passage order by row')
    .all()
    .map(({ row }) => row as number);

test('the words of a passage go with its event, and so does its vector', () => {
  using store = withSaid(['The old harbour', 'The new harbour']);
  const [first, second] = rowsOf(store) as [number, number];
  for (const row of [first, second]) setPassageVector(store, row, 'm', along(1));
  store.sql('delete from event where row = (select event from passage where row = ?)').run(first);
  expect(passagesByWords(store, 'harbour', 10).map(({ row }) => row)).toEqual([second]);
  expect(passagesByWords(store, 'old', 10)).toEqual([]);
  expect([countPassages(store), countPassageVectors(store, 'm')]).toEqual([1, 1]);
  expect(setPassageVector(store, first, 'm', along(1))).toBe(false);
  expect(checkStore(store)).toEqual({ ok: true, problems: [] });
});

test('the row of a removed passage is not used again', () => {
  using store = withSaid(['The lantern']);
  const [row] = rowsOf(store) as [number];
  const event = store.sql('select event from passage').get()!.event as number;
  store.sql('delete from passage').run();
  addPassage(store, { event, text: 'The lantern', words: '' });
  expect(rowsOf(store)[0]).toBeGreaterThan(row);
});

test('passages are found by rare words, and by words that stand next to each other', () => {
  using store = withSaid(['the red door is open', 'open the door, red one', 'a lantern']);
  const [first] = rowsOf(store) as [number];
  expect(passagesByPhrase(store, 'Red door!', 10)).toEqual([first]);
  expect(passagesByPhrase(store, '…', 10)).toEqual([]);
  expect(passagesByWords(store, 'doors', 10)).toHaveLength(2);
  expect(passagesByWords(store, 'the lantern', 10)[0]!.row).toBe(rowsOf(store)[2]);
});

test('the latest passages get a vector, as many as allowed, and older ones lose theirs', () => {
  using store = withSaid(['one', 'two', 'three', 'four']);
  const [one, two, three, four] = rowsOf(store) as [number, number, number, number];
  const toEmbed = (maxVectors: number, model = 'm') => passagesToEmbed(store, { model, maxVectors });
  expect(toEmbed(3)).toEqual([four, three, two]);
  for (const row of [four, three, two]) setPassageVector(store, row, 'm', along(2));
  expect([toEmbed(3), toEmbed(4), toEmbed(2, 'other')]).toEqual([[], [one], [four, three]]);
  expect(passageTexts(store, [three, 99, one])).toEqual([
    { row: three, text: 'three' },
    { row: one, text: 'one' },
  ]);
  setPassageVector(store, four, 'other', along(3));
  sweepPassageVectors(store, { model: 'm', maxVectors: 1 });
  expect([countPassageVectors(store, 'm'), countPassageVectors(store, 'other')]).toEqual([0, 0]);
  setPassageVector(store, four, 'm', along(3));
  setPassageVector(store, one, 'm', along(3));
  sweepPassageVectors(store, { model: 'm', maxVectors: 1 });
  expect([toEmbed(1), passageVectorBytes(store, 'm')]).toEqual([[], DIMS]);
  expect([removePassageVectors(store), removePassageVectors(store)]).toEqual([true, false]);
});

test('an index has the vectors that another connection wrote since, and those of its model only', () => {
  const path = join(scratch(), 'project.db');
  using store = withSaid(['one', 'two', 'three'], path);
  const [one, two, three] = rowsOf(store) as [number, number, number];
  setPassageVector(store, one, 'm', along(1));
  let model = 'm';
  const index = new PassageIndex(store, () => model);
  const nearest = (axis: number) =>
    index
      .glance(along(axis))
      ?.nearest(1)
      .map(({ row }) => row);
  expect(nearest(1)).toEqual([one]);
  {
    using other = openAtNoon(path);
    setPassageVector(other, two, 'm', along(2));
    setPassageVector(other, three, 'other', along(3));
  }
  expect(nearest(2)).toEqual([two]);
  expect(index.codedAt([one, two, three]).map((coded) => coded !== undefined)).toEqual([true, true, false]);
  expect(index.glance(new Float32Array(DIMS * 2))).toBeUndefined();
  model = 'other';
  expect(nearest(1)).toEqual([three]);
  expect(index.codedAt([one])).toEqual([undefined]);
});
