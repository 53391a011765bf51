import { remembered } from '../memo.ts';

/** The words of a text that carry meaning, brought to a common form; identifiers and paths fall apart into theirs. */
export function contentWords(text: string): Set<string> {
  const words = new Set<string>();
  const add = (word: string) => {
    const form = word.length > 2 ? formOf(word) : '';
    if (form !== '') words.add(form);
  };
  // One walk over the letters, since every path and every reply comes through here. Only between blanks around a
  // letter that is not ASCII is the language itself asked what a letter is.
  let word = -1;
  let blank = -1;
  let wasCapital = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const kind = code < 128 ? KIND[code]! : FOREIGN;
    if (kind === SMALL) {
      if (word < 0) word = i;
      wasCapital = false;
    } else if (kind === CAPITAL) {
      if (word >= 0 && !wasCapital) {
        add(text.slice(word, i).toLowerCase());
        word = i;
      } else if (word < 0) word = i;
      wasCapital = true;
    } else if (kind === FOREIGN) {
      const end = blankAfter(text, i);
      for (const part of foreignParts(text.slice(blank + 1, end))) add(part);
      word = -1;
      i = end;
      blank = end;
    } else {
      if (word >= 0) add(text.slice(word, i).toLowerCase());
      word = -1;
      if (kind === BLANK) blank = i;
    }
  }
  if (word >= 0) add(text.slice(word).toLowerCase());
  return words;
}

const [SIGN, SMALL, CAPITAL, BLANK, FOREIGN] = [0, 1, 2, 3, 4];

const KIND = Uint8Array.from({ length: 128 }, (_, code) => {
  const letter = String.fromCharCode(code);
  if (/[a-z0-9]/.test(letter)) return SMALL!;
  return /[A-Z]/.test(letter) ? CAPITAL! : /[ \n]/.test(letter) ? BLANK! : SIGN!;
});

function blankAfter(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128 && KIND[code] === BLANK) return i;
  }
  return text.length;
}

const foreignParts = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** How much of one set of words is also in another, 0 to 1. */
export function share(of: ReadonlySet<string>, within: ReadonlySet<string>): number {
  if (of.size === 0) return 1;
  let both = 0;
  for (const word of of) if (within.has(word)) both++;
  return both / of.size;
}

/** What a word counts as; empty where it carries no meaning. */
const formOf = remembered((word) => (STOP.has(word) ? '' : stem(word)), 20_000);

/** Crude on purpose: it only has to bring "tests", "tested" and "testing" together, in several languages. */
export const stem = (word: string): string =>
  word.length > 4
    ? word.replace(/(?:ations?|ements?|(?<=oy)ments?|ings?|ed|ies|es|s|en|er|e|(?<![aeou])y)$/, '')
    : word;

const STOP = new Set(
  `the and for are was were has have had this that these those with from into onto about over under than then them
  they you your our ours its his her who what which when where why how can could should would will shall may might must
  not but nor any all some each every more most also just only very too now here there out off again please let lets
  need want like make sure use using get got give does did done doing been being both same other another one two
  think seems look looks something thing things way still yet already maybe instead because since while after before
  add update change fix create remove file files code new
  les des une est sont pour dans avec sur par pas que qui quoi dont mais donc car cette ces cet son ses leur leurs nous
  vous ils elles tout tous toute faire fait peux peut faut doit aussi encore puis alors comme plus moins
  der die das den dem des ein eine einen einem einer und oder aber nicht mit von auf aus bei ist sind war waren hat
  haben wird werden kann kannst soll sollte muss bitte noch auch nur dann wenn weil wie was wer jetzt hier dort mal
  los las una unos unas para por con sin sobre que como pero porque esta este esto estos estas ese esa eso ser son era
  fue hay tiene puede puedes debe hacer haz tambien solo ahora aqui alli todo todos toda mas menos`.split(
    /\s+/,
  ),
);
