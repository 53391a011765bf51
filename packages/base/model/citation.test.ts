import { expect, test } from 'vitest';
import { citedParts } from './citation.ts';

test('citations are cut out of an agent’s words, with an id, with or without words', () => {
  expect(
    citedParts(
      'Uses pnpm [Memory #7K3F9X2m: use pnpm, not npm], as said [Memory #aaaaaaaaaaaa]. [Memory #no]',
    ),
  ).toEqual([
    { words: 'Uses pnpm ' },
    { words: '[Memory #7K3F9X2m: use pnpm, not npm]', id: '7k3f9x2m', brief: 'use pnpm, not npm' },
    { words: ', as said ' },
    { words: '[Memory #aaaaaaaaaaaa]', id: 'aaaaaaaaaaaa', brief: '' },
    { words: '. [Memory #no]' },
  ]);
  for (const text of ['', 'plain', '[Memory #', '[Memory #7k3f9x2m: not\nclosed]'])
    expect(citedParts(text)).toEqual([{ words: text }]);
});
