import { unitsOf } from '@sqrl/base/sqlite/text-units.ts';
import { MAX_WORD_CHARS, wordsIn, wordsOfIdentifier } from './words.ts';

/**
 * The same words as `wordsIn`, for the bulk of a repository. Nearly every identifier was met before: it is known again
 * by its letters where they lie, without making a text of them.
 */
export function wordListOf(text: string): string[] {
  const { length } = text;
  const units = unitsOf(text);
  const found: string[] = [];
  if (count >= MAX_CACHED_ENTRIES) forget();
  stamp++;
  for (let at = 0; at < length; at++) {
    let role = ROLES[units[at]!] || roleOf(text, at);
    if (role === OUTSIDE) return [...wordsIn(text)];
    if (role !== LETTER) continue;
    const start = at;
    // Whole numbers of 32 bits from the start: V8 would keep a larger one as a fraction, all the way through the loop.
    let low = 0x811c9dc5 | 0;
    let high = 0x41c6ce57;
    for (; role <= DIGIT; role = at < length ? ROLES[units[at]!] || roleOf(text, at) : OTHER) {
      const unit = units[at++]!;
      low = Math.imul(low ^ unit, 0x01000193);
      high = Math.imul(high ^ unit, 1597334677);
    }
    if (role === OUTSIDE) return [...wordsIn(text)];
    take(entryOf(text, start, at, low, high), found);
  }
  return found;
}

const LETTER = 1;
const DIGIT = 2;
const OTHER = 3;
/** A letter that takes two units. */
const OUTSIDE = 4;

/** What part of a name each unit may be; 0 where that was not asked yet. */
const ROLES = new Uint8Array(65_536);

function roleOf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit <= 0xdfff)
    return /^[\p{L}\p{N}]/u.test(String.fromCodePoint(text.codePointAt(at)!)) ? OUTSIDE : OTHER;
  const letter = text[at]!;
  const role = /[\p{L}_$]/u.test(letter) ? LETTER : /\p{N}/u.test(letter) ? DIGIT : OTHER;
  ROLES[unit] = role;
  return role;
}

// What is known of identifiers: two numbers made of its letters tell each from all others.
const MAX_CACHED_ENTRIES = 50_000;
const SLOTS = 2 ** 17;
const slots = new Int32Array(SLOTS);
const lows = new Int32Array(MAX_CACHED_ENTRIES + 1);
const highs = new Int32Array(MAX_CACHED_ENTRIES + 1);
/** When it was last met: in this text it counts once. */
const met = new Int32Array(MAX_CACHED_ENTRIES + 1);
let partsOf: number[][] = [[]];
let count = 0;
let stamp = 0;

let words: string[] = [];
let metWords: number[] = [];
let numbers = new Map<string, number>();

function forget(): void {
  slots.fill(0);
  met.fill(0);
  [partsOf, words, metWords, numbers] = [[[]], [], [], new Map()];
  [count, stamp] = [0, 0];
}

function entryOf(text: string, start: number, end: number, low: number, high: number): number {
  let slot = (low ^ (low >>> 15)) & (SLOTS - 1);
  for (let entry = slots[slot]!; entry !== 0; entry = slots[slot]!) {
    if (lows[entry] === low && highs[entry] === high) return entry;
    slot = (slot + 1) & (SLOTS - 1);
  }
  // A text may hold more new ones than there is room for: these are taken apart each time.
  const entry = count < MAX_CACHED_ENTRIES ? ++count : 0;
  slots[slot] = entry;
  lows[entry] = low;
  highs[entry] = high;
  met[entry] = 0;
  partsOf[entry] = numbersOf(wordsOf(text.slice(start, end)));
  return entry;
}

/** The words of an identifier, some of them maybe twice. One of plain letters is taken apart without expressions. */
function wordsOf(whole: string): string[] {
  const { length } = whole;
  if (length > MAX_WORD_CHARS || length < 2) return [];
  const found: string[] = [];
  const lower = copyOf(whole.toLowerCase());
  let isJoined = false;
  for (let at = 0; at < length; ) {
    const kind = kindAt(whole, at);
    if (kind === FOREIGN) return wordsOfIdentifier(Buffer.from(whole).toString());
    const end = endOfPart(whole, at, kind);
    if (kind === MARK) isJoined = true;
    else if (end - at > 1) found.push(lower.slice(at, end));
    at = end;
  }
  const bare = isJoined ? lower.replaceAll(MARKS, '') : lower;
  if (bare.length > 1 && bare !== found[0]) found.unshift(bare);
  return found;
}

/** Where a part of a name ends: `parse|HTTP|Header|2`. */
function endOfPart(whole: string, from: number, kind: number): number {
  let end = from + 1;
  while (kindAt(whole, end) === kind) end++;
  if (kind !== CAPITAL || kindAt(whole, end) !== SMALL) return end;
  // The last of several capitals begins the next part.
  if (end - from > 1) return end - 1;
  while (kindAt(whole, end) === SMALL) end++;
  return end;
}

function kindAt(whole: string, at: number): number {
  const code = whole.charCodeAt(at);
  if (code >= 97 && code <= 122) return SMALL;
  if (code >= 65 && code <= 90) return CAPITAL;
  if (code >= 48 && code <= 57) return FIGURE;
  if (code > 127) return FOREIGN;
  return at < whole.length ? MARK : NOTHING;
}

const [NOTHING, SMALL, CAPITAL, FIGURE, MARK, FOREIGN] = [0, 1, 2, 3, 4, 5] as const;

const MARKS = /[_$]/g;

/** A piece of a text keeps the whole of it in memory, unless it is short; a copy does not. */
const copyOf = (text: string): string => (text.length < 13 ? text : Buffer.from(text).toString());

/** Made here, so that all of them are of one kind to V8: else it compiles what goes through them again and again. */
function numbersOf(some: readonly string[]): number[] {
  const found: number[] = [];
  for (let i = 0; i < some.length; i++) found.push(numberOf(some[i]!));
  return found;
}

function numberOf(word: string): number {
  const known = numbers.get(word);
  if (known !== undefined) return known;
  numbers.set(word, words.length);
  metWords.push(0);
  return words.push(word) - 1;
}

function take(entry: number, found: string[]): void {
  if (entry !== 0 && met[entry] === stamp) return;
  met[entry] = stamp;
  for (const word of partsOf[entry]!) {
    if (metWords[word] === stamp) continue;
    metWords[word] = stamp;
    found.push(words[word]!);
  }
}
