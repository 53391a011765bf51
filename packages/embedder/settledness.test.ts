import { afterAll, expect, test } from 'vitest';
import { bundledEmbedder } from './bundled.ts';
import { neighborsOf, type SpokenMessage, settlednessOf } from './settledness.ts';

const embedder = bundledEmbedder();
afterAll(() => embedder.unload());

/** Person and agent in turn, the person first. */
const inTurn = (...texts: string[]): SpokenMessage[] =>
  texts.map((text, i) => ({ speaker: i % 2 === 0 ? 'person' : 'agent', text }));

async function embedded(messages: SpokenMessage[]): Promise<SpokenMessage[]> {
  const vectors = await embedder.embed(
    messages.map(({ text }) => text),
    'memory',
  );
  return messages.map((message, i) => ({ ...message, vector: vectors[i] }));
}

const LENDING = inTurn(
  'The library app: how long may somebody keep a reserved book on the shelf?',
  'I would hold it for two weeks and then cancel the reservation.',
  'No, two weeks blocks the shelf. 5 opening days, and holidays do not count. Interlibrary books get 9.',
  'OK. Shall I also fix the typo in the footer?',
  'yes',
  'Done. Summary: reserved books are held for 5 opening days, interlibrary ones for 9; holidays do not count.',
  'perfect, ship it',
);

test.each(['embedded', 'not embedded yet'])(
  'the correction and the summary are settled, the overruled proposal is not (%s)',
  async (state) => {
    const scores = settlednessOf(state === 'embedded' ? await embedded(LENDING) : LENDING);
    expect(scores[2]).toBeGreaterThan(0.5);
    expect(scores[5]).toBeGreaterThan(0.3);
    expect(scores[1]).toBeLessThan(-0.3);
    for (const other of [0, 3, 4, 6]) expect(scores[other]).toBeLessThan(0.3);
  },
);

test('vectors of another model are left out', () => {
  const foreign = LENDING.map((message) => ({ ...message, vector: new Float32Array(768).fill(0.03) }));
  expect(settlednessOf(foreign).every(Number.isFinite)).toBe(true);
  expect(settlednessOf([])).toEqual([]);
});

test('a message is read with what it answers and what answers it', () => {
  const messages: SpokenMessage[] = [
    { speaker: 'person', text: 'a' },
    { speaker: 'agent', text: 'b' },
    { speaker: 'agent', text: 'c' },
    { speaker: 'person', text: 'd' },
  ];
  expect(neighborsOf(messages)).toEqual([
    { after: 1 },
    { before: 0, after: 3 },
    { before: 0, after: 3 },
    { before: 2 },
  ]);
});
