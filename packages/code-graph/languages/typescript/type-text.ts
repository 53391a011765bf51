/** Steps through the text of types word by word; comments and space count for nothing. */
export interface TypeTokens {
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
export function typeTokensOf(source: string, start: number, end: number): TypeTokens {
  const words: TypeTokens = {
    word: '',
    at: start,
    past: start,
    next() {
      const before = words.word;
      words.at = Math.min(wordFrom(source, words.past), end);
      words.past = Math.min(wordEnd(source, words.at), end);
      words.word = source.slice(words.at, words.past);
      return before;
    },
    take(word) {
      if (words.word !== word) return false;
      words.next();
      return true;
    },
    peek() {
      const at = Math.min(wordFrom(source, words.past), end);
      return source.slice(at, Math.min(wordEnd(source, at), end));
    },
    jump(offset) {
      words.past = offset;
      words.next();
    },
  };
  words.next();
  return words;
}

/** Where the word begins that comes next. */
function wordFrom(source: string, from: number): number {
  SPACE.lastIndex = from;
  SPACE.test(source);
  return SPACE.lastIndex;
}

/** Where the word ends that begins here. */
function wordEnd(source: string, at: number): number {
  WORD.lastIndex = at;
  return WORD.test(source) ? WORD.lastIndex : at + 1;
}

/** A star at the start of a line is the comment's that the type stands in. */
const SPACE = /(?:[^\S\n]+|\n[^\S\n]*(?:\*(?!\/))?|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const WORD =
  /[\p{ID_Start}$_#@][\p{ID_Continue}$]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\[\s\S])*`|\d[\w.]*|=>|\.\.\.|[\s\S]/uy;

/** Whether a word is a name. */
export const isName = (word: string): boolean => NAME_START.test(word);

const NAME_START = /^[\p{ID_Start}$_#@]/u;

/** Reads `{ a, b as c }` of an import or export from its text: grammars stumble over `default` and other keywords there. */
export function specifierList(words: TypeTokens): { name: string; as: string }[] {
  words.take('{');
  const found = commaList(words, '}', () => {
    if (words.word === 'type' && !/^(?:as|,|})$/.test(words.peek())) words.next();
    const name = unquoted(words.next());
    return { name, as: words.take('as') ? unquoted(words.next()) : name };
  });
  words.take('}');
  return found;
}

const unquoted = (word: string): string => word.replace(/^['"]|['"]$/g, '');

/** Things between commas up to a closing bracket, which is left. */
export function commaList<T>(words: TypeTokens, end: string, read: () => T): T[] {
  const found: T[] = [];
  while (words.word !== end && words.word !== '') {
    const before = words.at;
    found.push(read());
    words.take(',');
    if (words.at === before) words.next();
  }
  return found;
}
