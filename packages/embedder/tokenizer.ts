import { readFileSync } from 'node:fs';

/** A text's ids, with the marks of its beginning and end. */
export type Tokenize = (text: string) => number[];

/**
 * Loads the tokenizer all our models share: BERT's, blind to case and accents. Nothing is cut or padded.
 * Not the library's, which the tests compare it with: that alone takes longer to load than the model does.
 */
export function loadTokenizer(): Tokenize {
  const known = loadWords();
  const begin = known.get('[CLS]')!;
  const end = known.get('[SEP]')!;
  return (text) => {
    const ids = [begin];
    // Who writes a mark into a text means the mark.
    for (const part of text.includes('[') ? text.split(MARK) : [text]) {
      if (MARK.test(part)) ids.push(known.get(part)!);
      else for (const word of wordsIn(part)) addPieces(ids, word, known);
    }
    ids.push(end);
    return ids;
  };
}

const FILE = new URL('../../dist/models/tokenizer.json', import.meta.url);
const MARK = /(\[(?:PAD|UNK|CLS|SEP|MASK)\])/;

/** Words by their ids: the build lists them, since as an object's keys they take five times as long to load. */
function loadWords(): Map<string, number> {
  const { words } = JSON.parse(readFileSync(FILE, 'utf8')) as { words: string[] };
  const known = new Map<string, number>();
  for (let id = 0; id < words.length; id++) known.set(words[id]!, id);
  return known;
}

/** The words of a text in small letters, and every sign of punctuation alone. */
function wordsIn(text: string): readonly string[] {
  // Most texts; the rules for the rest of Unicode are compiled on first use, and a load's first answer would wait for that.
  if (!/[^\0-\x7f]/.test(text)) {
    const plain = text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '').toLowerCase();
    return plain.match(/[^\s!-/:-@[-`{-~]+|[!-/:-@[-`{-~]/g) ?? [];
  }
  const plain = text
    .replace(/(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\ufffd]/gu, '')
    // Every Chinese character is a word.
    .replace(/[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]/g, ' $& ')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '');
  return plain.match(/[^\s\p{P}!-/:-@[-`{-~]+|[\p{P}!-/:-@[-`{-~]/gu) ?? [];
}

/** Adds the longest known piece of a word, then the longest of its rest; a word with an unknown rest is unknown. */
function addPieces(ids: number[], word: string, known: ReadonlyMap<string, number>): void {
  const whole = known.get(word);
  if (whole !== undefined) {
    ids.push(whole);
    return;
  }
  const before = ids.length;
  let at = isTooLong(word) ? word.length : 0;
  for (let end = Math.min(word.length, MAX_PIECE_CHARS); at < end; ) {
    const id = known.get(at === 0 ? word.slice(0, end) : `##${word.slice(at, end)}`);
    if (id === undefined) {
      end--;
      continue;
    }
    ids.push(id);
    at = end;
    end = Math.min(word.length, at + MAX_PIECE_CHARS);
  }
  if (at < word.length || ids.length === before) {
    ids.length = before;
    ids.push(known.get('[UNK]')!);
  }
}

/** No piece has more characters: no use in looking for longer ones. */
const MAX_PIECE_CHARS = 18;

/** BERT does not look into words of more than a hundred characters. */
const isTooLong = (word: string): boolean => word.length > 100 && [...word].length > 100;
