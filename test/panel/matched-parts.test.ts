import { inlineParts, matchedParts, saidFirst } from '@sqrl/dashboard/words/text-parts.ts';
import { expect, test } from 'vitest';

const marked = (text: string, question: string) =>
  matchedParts(text, question)
    .map(({ text: part, matched }) => (matched ? `[${part}]` : part))
    .join('');

test('words of the question are marked in every form, and no others', () => {
  expect(marked('Two retries of the payments; paymentClient times out.', 'why retry a payment?')).toBe(
    'Two [retries] of the [payments]; [paymentClient] times out.',
  );
  expect(marked('The cart is empty.', 'what is the login?')).toBe('The cart is empty.');
  expect(marked('Für die Währung gilt Cent', 'welche Währung?')).toBe('Für die [Währung] gilt Cent');
});

test('the parts are the text again, whatever it holds', () => {
  for (const text of ['', '\n\n', 'a_b c-d', '<b>money</b> & more money', '💶 money\u0000'])
    expect(
      matchedParts(text, 'money')
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
});

test('code inside strong words is code, a link stays whole, and headings come last', () => {
  const [strong, rest] = inlineParts('**`opendir` must** return, see [the notes](../notes.md).');
  expect(strong).toEqual({ kind: 'strong', text: '`opendir` must' });
  expect(inlineParts(strong!.text)[0]).toEqual({ kind: 'code', text: 'opendir' });
  expect(rest).toEqual({ kind: 'plain', text: ' return, see [the notes](../notes.md).' });
  expect(inlineParts('a[0] is **open')).toEqual([{ kind: 'plain', text: 'a[0] is **open' }]);
  const below = 'Vendored Fuser > A patch to `channel.rs:receive()`, because';
  const said = 'Stock fuser assumes one read.';
  expect(saidFirst(`${below}: ${said}`)).toEqual({ said, below });
});
