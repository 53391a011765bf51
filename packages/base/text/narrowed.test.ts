import { isStringOneByteRepresentation } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { narrowed } from './narrowed.ts';

describe('a text that is narrowed', () => {
  it('is the same, with a byte for each letter where that is enough', () => {
    const cut = 'Ärger → keep the naïve one, “please”'.slice(8, 30);
    expect(isStringOneByteRepresentation(cut)).toBe(false);
    expect(narrowed(cut)).toBe('keep the naïve one, “p'.slice(0, 22));
    const plain = 'one → two and a long rest of it'.slice(6);
    expect(isStringOneByteRepresentation(plain)).toBe(false);
    expect(narrowed(plain)).toBe('two and a long rest of it');
    expect(isStringOneByteRepresentation(narrowed(plain))).toBe(true);
  });

  it.each(['', 'abc', 'ÿ', 'Ā', '😀', '\0\n'])('loses nothing of %j', (text) => {
    expect(narrowed(text)).toBe(text);
  });
});
