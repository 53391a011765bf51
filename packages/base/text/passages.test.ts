import { expect, test } from 'vitest';
import { passagesOf } from './passages.ts';

test('a short message is one passage', () => {
  expect(passagesOf('  Use pnpm.\n\nNot yarn.\n')).toEqual(['Use pnpm.\n\nNot yarn.']);
});

test('a message without a letter or digit has no passage', () => {
  expect(passagesOf(' \n━━━━\n')).toEqual([]);
});

test('a long message is cut at paragraphs, then lines, then words, and nothing is lost', () => {
  const paragraph = 'Some words of a paragraph.\n\n';
  const list = '- a point of a list\n'.repeat(6);
  const line = 'word '.repeat(40);
  const passages = passagesOf(paragraph + list + line, 80);
  expect(passages[0]).toBe('Some words of a paragraph.\n\n- a point of a list\n- a point of a list');
  expect(Math.max(...passages.map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(passages.join(' ').split(/\s+/)).toEqual(`${paragraph}${list}${line}`.trim().split(/\s+/));
});

test('letters beyond the basic plane stay whole', () => {
  const passages = passagesOf('𝒜'.repeat(50), 31);
  expect(passages.join('')).toBe('𝒜'.repeat(50));
  expect(passages.every((each) => each.isWellFormed())).toBe(true);
});
