export type Scan = (text: string, hit: (owner: number, at: number) => void) => void;

export interface SecretWords {
  at: readonly string[];
  anyCase: boolean;
}

interface Node {
  next: Map<number, Node>;
  ends: { owner: number; word: string; anyCase: boolean }[];
}

/**
 * Compiles lists of words, one list per owner, into a scan that reads a text once
 * (Aho-Corasick over a flat table: the cost of a text does not depend on how many words there are).
 */
export function wordScanner(owners: readonly SecretWords[]): Scan {
  const classes = letterClasses(owners.flatMap(({ at }) => at));
  const shift = Math.ceil(Math.log2(classes.reduce((most, each) => Math.max(most, each), 0) + 1));
  const { steps, ends } = link(trieOf(owners, classes), shift);

  // Letters are taken from memory of our own: to ask a string for one after the other costs several times as much.
  const units = new Uint16Array(PIECE_CHARS);
  const bytes = Buffer.from(units.buffer);

  let state = 0;
  /**
   * The place of the next letter with which a word ends; `count` where none does. Every log that is read goes through
   * this loop: by itself, so that it is compiled by itself and soon.
   */
  const nextEnd = (from: number, count: number): number => {
    let step = state;
    for (let i = from; i < count; i++) {
      step = steps[((step & (ENDS - 1)) << shift) | classes[units[i]!]!]!;
      if (step < ENDS) continue;
      state = step & (ENDS - 1);
      return i;
    }
    state = step & (ENDS - 1);
    return count;
  };

  return (text, hit) => {
    state = 0;
    for (let from = 0; from < text.length; from += PIECE_CHARS) {
      const count = Math.min(PIECE_CHARS, text.length - from);
      bytes.write(from === 0 && count === text.length ? text : text.slice(from, from + count), 'utf16le');
      if (IS_BIG_ENDIAN) bytes.subarray(0, 2 * count).swap16();
      for (let i = nextEnd(0, count); i < count; i = nextEnd(i + 1, count))
        for (const { owner, word, anyCase } of ends[state]!) {
          const at = from + i + 1 - word.length;
          if (anyCase || text.startsWith(word, at)) hit(owner, at);
        }
    }
  };
}

/** How many characters are scanned at a time. */
const PIECE_CHARS = 2 ** 14;
const IS_BIG_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0;

/** Marks a step to a state in which a word ends; there are never as many states. */
const ENDS = 2 ** 15;

/** Every letter the words use gets a number of its own, its capital the same; all else is 0. */
function letterClasses(words: readonly string[]): Uint8Array {
  const classes = new Uint8Array(65536);
  let count = 0;
  for (const letter of new Set(words.join('').toLowerCase())) {
    count++;
    for (const each of [letter, letter.toUpperCase()])
      if (each.length === 1) classes[each.charCodeAt(0)] = count;
  }
  return classes;
}

function trieOf(owners: readonly SecretWords[], classes: Uint8Array): Node {
  const root: Node = { next: new Map(), ends: [] };
  owners.forEach(({ at, anyCase }, owner) => {
    for (const word of at) {
      let node = root;
      for (let i = 0; i < word.length; i++) {
        const letter = classes[word.charCodeAt(i)]!;
        let child = node.next.get(letter);
        if (child === undefined) {
          child = { next: new Map(), ends: [] };
          node.next.set(letter, child);
        }
        node = child;
      }
      node.ends.push({ owner, word, anyCase });
    }
  });
  return root;
}

/**
 * Fills the table breadth first; where no word goes on, a state continues as its longest proper suffix would. States are
 * numbered in that order, so that the few which nearly every letter leads to lie side by side.
 */
function link(root: Node, shift: number): { steps: Uint16Array; ends: Node['ends'][] } {
  const states = [root];
  const suffixes: number[] = [0];
  const rows: Uint16Array[] = [];
  for (let state = 0; state < states.length; state++) {
    const { next, ends } = states[state]!;
    const suffix = suffixes[state]!;
    const row = state === 0 ? new Uint16Array(2 ** shift) : rows[suffix]!.slice();
    if (state !== 0) ends.push(...states[suffix]!.ends);
    for (const [letter, child] of next) {
      suffixes[states.length] = row[letter]!;
      row[letter] = states.length;
      states.push(child);
    }
    rows.push(row);
  }
  const steps = new Uint16Array(rows.length << shift);
  rows.forEach((row, state) => {
    steps.set(row, state << shift);
  });
  const ends = states.map((state) => state.ends);
  const marks = Uint16Array.from(ends, ({ length }) => (length > 0 ? ENDS : 0));
  for (let i = 0; i < steps.length; i++) steps[i] = steps[i]! | marks[steps[i]!]!;
  return { steps, ends };
}
