import { encode } from '@sqrl/base/sqlite/vectors/vector-code.ts';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import { settlednessOf } from '@sqrl/embedder/settledness.ts';
import { afterAll, expect, test } from 'vitest';
import { messageVector, settledWords, type TalkMessage } from './exchanges.ts';

const embedder = bundledEmbedder();
afterAll(() => embedder.unload());

/** A session from lines like "person: words". */
const session = (lines: string, day = 0): TalkMessage[] =>
  lines
    .trim()
    .split('\n')
    .map((line, i) => {
      const [, speaker, text] = /^\s*(person|agent): (.*)$/.exec(line)!;
      const at = day * 86_400_000 + i * 60_000;
      return {
        speaker: speaker as TalkMessage['speaker'],
        text: text!,
        at,
        event: `${day}.${i}`,
      };
    });

/** The settled words of a talk. */
async function read(messages: TalkMessage[]): Promise<string[]> {
  const vectors = await embedder.embed(
    messages.map(({ text }) => text),
    'memory',
  );
  for (const [i, message] of messages.entries()) message.vector = vectors[i];
  return settledWords(messages, settlednessOf(messages)).map(({ text }) => text);
}

const PARKING = session(`
  person: The parking app lets people extend a ticket for ever. What limit do you suggest?
  agent: I would allow three extensions of an hour each.
  person: No, only one, and it adds half of the first booking. Coaches can't extend at all.
  agent: Understood. Shall I rename the variable in the receipt template while I am there?
  person: yes
  agent: Done. For a ticket that has run out, I'd delete the row after a day.
  person: Never delete it, the city counts them. Set the state to OVERRUN and keep the row for 400 days.
  agent: Summary: one extension of half the booking, none for coaches; tickets that ran out keep their row with state OVERRUN for 400 days.
  person: exactly, ship it
`);

test('the corrections and an accepted summary hold, and no overruled proposal', async () => {
  const words = await read(PARKING);
  expect(words.at(-1)).toMatch(/^Summary: one extension/);
  expect(words).toContain(PARKING[2]!.text);
  expect(words).toContain(PARKING[6]!.text);
  expect(words).not.toContain(PARKING[1]!.text);
  expect(words).not.toContain(PARKING[5]!.text);
});

test('a correction at the end is what holds', async () => {
  const talk = session(`
    person: Where do the thumbnails of the seed catalogue go?
    agent: I'd put them next to the originals in photos/, as JPEG of 300 pixels.
    person: No, exactly these two sizes: 160 and 480 pixels, as WebP, below derived/, never next to the originals.
  `);
  expect(await read(talk)).toEqual([talk[2]!.text]);
});

test('a person may settle something alone', async () => {
  const talk = session(`
    person: From now on the choir's scores are exported as voice, dash, piece number with 4 digits, and drafts stay on the server.
    agent: Let me look at the export module.
  `);
  expect(await read(talk)).toEqual([talk[0]!.text]);
});

test('a talk that settles nothing has no settled words', async () => {
  const talk = session(`
    person: why is the build slow today?
    agent: Let me check the timings.
    agent: It compiles the same folder twice. Do you want me to look further?
    person: hm, is that new?
  `);
  expect(await read(talk)).toEqual([]);
});

test('whole messages are shown as far as they fit, the most settled of them', () => {
  const talk = session(`
    person: ${'a'.repeat(400)}
    agent: ok
    person: ${'b'.repeat(400)}
    agent: ok
    person: ${'c'.repeat(400)}
  `);
  const words = settledWords(talk, [0.9, 0, 0.5, 0, 0.7], 900).map(({ text }) => text[0]);
  expect(words).toEqual(['a', 'c']);
  expect(settledWords(talk, [0, 0, 0.5, 0, 0], 100)).toHaveLength(1);
});

test('a message has the mean of its passages, of length one', () => {
  const passages = [Float32Array.of(1, 0), Float32Array.of(0, 1)].map((vector) => encode(vector, 2));
  const [x, y] = messageVector(passages)!;
  expect(x).toBeCloseTo(Math.SQRT1_2, 5);
  expect(y).toBeCloseTo(Math.SQRT1_2, 5);
});

test('a message has no vector while one of its passages has none', () => {
  expect(messageVector([encode(Float32Array.of(1, 0), 2), undefined])).toBeUndefined();
  expect(messageVector([])).toBeUndefined();
});
