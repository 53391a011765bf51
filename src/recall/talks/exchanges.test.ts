import { afterAll, expect, test } from 'vitest';
import { bundledEmbedder } from '../../embed/bundled.ts';
import { settlednessOf } from '../../embed/settledness.ts';
import { exchangesOf, settledWords, type TalkMessage } from './exchanges.ts';

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
        ordinal: i,
        event: `${day}.${i}`,
      };
    });

/** What the product makes of sessions about one matter. */
async function read(...sessions: TalkMessage[][]) {
  const messages = sessions.flat();
  const vectors = await embedder.embed(
    messages.map(({ text }) => text),
    'memory',
  );
  for (const [i, message] of messages.entries()) message.vector = vectors[i];
  const settledness = sessions.flatMap(settlednessOf);
  return {
    exchanges: exchangesOf(messages, settledness),
    words: settledWords(messages, settledness).map(({ text }) => text),
  };
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

test('an accepted summary comes first, the corrections follow, no overruled proposal is among them', async () => {
  const { exchanges, words } = await read(PARKING);
  expect(words[0]).toMatch(/^Summary: one extension/);
  expect(words).toContain(PARKING[2]!.text);
  expect(words).toContain(PARKING[6]!.text);
  expect(words).not.toContain(PARKING[1]!.text);
  expect(words).not.toContain(PARKING[5]!.text);
  expect(exchanges.map(({ verdict }) => verdict)).toEqual([
    ...['corrected', 'accepted', 'corrected', 'accepted', 'open'],
  ]);
  expect(exchanges[0]!.verdictBy).toBe(PARKING[2]);
});

test('a correction at the end is what holds', async () => {
  const talk = session(`
    person: Where do the thumbnails of the seed catalogue go?
    agent: I'd put them next to the originals in photos/, as JPEG of 300 pixels.
    person: No, exactly these two sizes: 160 and 480 pixels, as WebP, below derived/, never next to the originals.
  `);
  const { exchanges, words } = await read(talk);
  expect(words).toEqual([talk[2]!.text]);
  expect(exchanges[0]).toMatchObject({ verdict: 'corrected', verdictBy: talk[2], settled: [talk[2]] });
});

test('words that a later session changed give way to the new ones', async () => {
  const amendment = session(
    `
    person: The city complained about the parking extension.
    agent: Today it adds half of the first booking. What should it be?
    person: Only a quarter of the first booking, no longer half. Coaches stay as they are.
    agent: Changed to a quarter.
    person: thanks
  `,
    30,
  );
  const { exchanges, words } = await read(PARKING, amendment);
  expect(words[0]).toBe(amendment[2]!.text);
  expect(words).not.toContain(PARKING[2]!.text);
  expect(words).toContain(PARKING[6]!.text);
  expect(exchanges.find(({ asked }) => asked === PARKING[2])).toMatchObject({
    verdict: 'changed later',
    verdictBy: amendment[2],
  });
});

test('a person may settle something alone', async () => {
  const talk = session(`
    person: From now on the choir's scores are exported as voice, dash, piece number with 4 digits, and drafts stay on the server.
    agent: Let me look at the export module.
  `);
  expect((await read(talk)).words).toEqual([talk[0]!.text]);
});

test('a talk that settles nothing has no settled words', async () => {
  const talk = session(`
    person: why is the build slow today?
    agent: Let me check the timings.
    agent: It compiles the same folder twice. Do you want me to look further?
    person: hm, is that new?
  `);
  expect(await read(talk)).toMatchObject({
    words: [],
    exchanges: [{ verdict: 'open' }, { verdict: 'open' }],
  });
});

test('whole messages are shown as far as they fit, the most settled of them', () => {
  const talk = session(`
    person: ${'a'.repeat(400)}
    agent: ok
    person: ${'b'.repeat(400)}
    agent: ok
    person: ${'c'.repeat(400)}
  `);
  const words = settledWords(talk, [0.9, 0, 0.5, 0, 0.7]).map(({ text }) => text[0]);
  expect(words).toEqual(['c', 'a']);
  expect(settledWords(talk, [0, 0, 0.5, 0, 0], { maxChars: 100 })).toHaveLength(1);
});

test('a reply of another session is no verdict', () => {
  const talk = [
    ...session('person: How long?\nagent: I would say a week.'),
    ...session('person: yes, the new logo please', 1),
  ];
  expect(exchangesOf(talk, [0, 0, 0])).toMatchObject([{ verdict: 'open', verdictBy: undefined }, {}]);
});
