import { describe, expect, it } from 'vitest';
import { addLines, beginHeard, lineNumbersIn, wasHeard } from './recent-lines.ts';

const SAID = 'The importer keeps whatever it cannot read, and says so at the end.';

describe('what was heard', () => {
  it('is known again as a line of its own, whatever stands around it and however it is written', () => {
    const heard = beginHeard();
    addLines(heard, `Here is what I found.\n- ${SAID}\nNext I will look at the tests.`);
    expect(wasHeard(heard, SAID)).toBe(true);
    expect(wasHeard(heard, SAID.toUpperCase())).toBe(true);
    expect(wasHeard(heard, 'The importer drops whatever it cannot read.')).toBe(false);
  });

  it('is known again as a sentence among others', () => {
    const heard = beginHeard();
    addLines(heard, `I looked at it. ${SAID}  \n\t Is that what you want?`);
    expect(wasHeard(heard, SAID)).toBe(true);
  });

  it.each(['', '.', 'a.b', 'Short. Ones! Only?'])('is nothing in %j', (text) => {
    expect(lineNumbersIn(text)).toEqual([]);
  });

  // Every sort of blank, mark and letter that decides where a piece ends or what it counts.
  const letters = [
    'abcdefghijklmnopqrstuvwxyz',
    'The Same Words In A Line Of It',
    'é',
    'ß',
    '日',
    '1',
    '-',
    ' ',
  ];
  const signs = [
    '.',
    '!',
    '?',
    ' ',
    '\n',
    '\t',
    '\r\n',
    '\u00a0',
    '\u2003',
    '\u2028',
    ', ',
    '. ',
    '.\n',
    '. \n ',
  ];
  it('is the same as of the pieces cut apart', () => {
    let seed = 7;
    const next = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return (seed >>> 8) % below;
    };
    for (let round = 0; round < 500; round++) {
      const text = Array.from({ length: 30 }, () =>
        next(2) ? letters[next(letters.length)] : signs[next(signs.length)],
      );
      const pieces = text.join('').split(/\n|(?<=[.!?])\s+/);
      expect(lineNumbersIn(text.join(''))).toEqual(
        pieces.flatMap((piece) => lineNumbersIn(piece.replaceAll(/[.!?]/g, '-'))),
      );
    }
  });
});
