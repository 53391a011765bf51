/** Steps through the text of types word by word; comments and space count for nothing. */
export interface Words {
  /** The next word; '' at the end. */
  word: string;
  /** Where it begins and ends. */
  at: number;
  past: number;
  next(): string;
  /** Steps over a word if it comes next. */
  take(word: string): boolean;
  /** The word after the next one. */
  peek(): string;
  jump(offset: number): void;
}

/** Begins to step through a part of a text. */
export function wordsOf(source: string, start: number, end: number): Words {
  const scan = (from: number): [at: number, past: number] => {
    SPACE.lastIndex = from;
    SPACE.test(source);
    const at = Math.min(SPACE.lastIndex, end);
    if (at >= end) return [end, end];
    WORD.lastIndex = at;
    return [at, WORD.test(source) ? Math.min(WORD.lastIndex, end) : at + 1];
  };
  const words: Words = {
    word: '',
    at: start,
    past: start,
    next() {
      const before = words.word;
      [words.at, words.past] = scan(words.past);
      words.word = source.slice(words.at, words.past);
      return before;
    },
    take(word) {
      if (words.word !== word) return false;
      words.next();
      return true;
    },
    peek() {
      const [at, past] = scan(words.past);
      return source.slice(at, past);
    },
    jump(offset) {
      words.past = offset;
      words.next();
    },
  };
  words.next();
  return words;
}

const SPACE = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const WORD =
  /[\p{ID_Start}$_#@][\p{ID_Continue}$]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\d[\w.]*|=>|\.\.\.|[\s\S]/uy;

/** Whether a word is a name. */
export const isName = (word: string): boolean => /^[\p{ID_Start}$_#@]/u.test(word);

/** Things between commas up to a closing bracket, which is left. */
export function list<T>(words: Words, end: string, read: () => T): T[] {
  const found: T[] = [];
  while (words.word !== end && words.word !== '') {
    const before = words.at;
    found.push(read());
    words.take(',');
    if (words.at === before) words.next();
  }
  return found;
}
