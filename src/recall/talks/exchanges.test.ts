import { expect, test } from 'vitest';
import { exchangesOf, settledWords, type TalkMessage } from './exchanges.ts';

/** A talk from lines like "person: words", each with its settledness behind a bar. */
function talk(...lines: string[]): [TalkMessage[], number[]] {
  const parts = lines.map((line) => /^(person|agent): (.*?)(?: \| (-?[\d.]+))?$/s.exec(line)!);
  const messages = parts.map(([, speaker, text], i) => ({
    speaker: speaker as TalkMessage['speaker'],
    text: text!,
    at: i * 60_000,
    ordinal: i,
    event: `e${i}`,
  }));
  return [messages, parts.map(([, , , settled]) => Number(settled ?? 0))];
}

const texts = (messages: readonly TalkMessage[]): string[] => messages.map(({ text }) => text);

test('a correction stands in the place of what the agent proposed', () => {
  const [messages, settledness] = talk(
    'person: How long do we keep carts?',
    'agent: I would keep them for a year. | -0.8',
    'person: No, 40 days, then they are archived. | 0.9',
  );
  const [first] = exchangesOf(messages, settledness);
  expect(first).toMatchObject({ verdict: 'corrected', verdictBy: messages[2] });
  expect(texts(first!.settled)).toEqual(['No, 40 days, then they are archived.']);
});

test('an agent’s summary that the person agrees to comes first', () => {
  const [messages, settledness] = talk(
    'person: Carts go after 40 days. | 0.9',
    'agent: So carts are archived after 40 days, guests’ carts after 3. | 0.9',
    'person: exactly, ship it',
  );
  expect(exchangesOf(messages, settledness)[0]).toMatchObject({ verdict: 'accepted' });
  expect(texts(settledWords(messages, settledness))).toEqual([messages[1]!.text, messages[0]!.text]);
});

test('a talk that settles nothing has no settled words', () => {
  const [messages, settledness] = talk('person: Why is the build slow?', 'agent: It compiles twice.');
  expect(settledWords(messages, settledness)).toEqual([]);
});
