import { expect, test } from 'vitest';
import { ASIDE, formPrompts, TYPED } from './pasted-forms.ts';

test('there are five prompts in each of fifteen forms, forty of the person’s own, and thirty aside', () => {
  const counts = new Map<string, number>();
  for (const { form, prompt } of formPrompts()) {
    expect(prompt).not.toBe('');
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  expect(counts.get(TYPED)).toBe(40);
  expect(counts.get(`${ASIDE}pasted`)).toBe(15);
  expect(counts.get(`${ASIDE}${TYPED}`)).toBe(15);
  for (const form of [TYPED, `${ASIDE}pasted`, `${ASIDE}${TYPED}`]) counts.delete(form);
  expect([...counts.values()]).toEqual(Array(15).fill(5));
});
