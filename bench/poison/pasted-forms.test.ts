import { expect, test } from 'vitest';
import { formPrompts, TYPED } from './pasted-forms.ts';

test('there are five prompts in each of fifteen forms, and forty of the person’s own', () => {
  const counts = new Map<string, number>();
  for (const { form, prompt } of formPrompts()) {
    expect(prompt).not.toBe('');
    counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  expect(counts.get(TYPED)).toBe(40);
  counts.delete(TYPED);
  expect([...counts.values()]).toEqual(Array(15).fill(5));
});
