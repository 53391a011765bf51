import { narrowed } from '../../../base/text/narrowed.ts';
import { piecesOf } from '../../../base/text/pieces.ts';

/** A sentence, or the part of one that says something of its own. */
export interface Sentence {
  text: string;
  /** It ends with a question mark. */
  asks: boolean;
  /** The line it stands in. */
  line: string;
}

/** Cuts what somebody typed into what can be judged one by one. */
export const sentencesOf = (lines: readonly string[]): Sentence[] =>
  lines.flatMap((line) =>
    piecesOf(untyped(narrowed(line)))
      .map((part) => narrowed(part.replace(/^\s*(?:[-*•]|\(?\d{1,2}[.)])\s+/, '').trim()))
      .filter((part) => part.length > 3 && part.length < MAX_SENTENCE_CHARS)
      .map((part) => ({ text: part.replace(/[\s.!?;,:]+$/, ''), asks: /\?\s*!*$/.test(part), line })),
  );

/** A longer sentence is dictation without a full stop. */
const MAX_SENTENCE_CHARS = 420;

/** As it was meant: apostrophes and the commonest slips of the hand. */
const untyped = (text: string): string =>
  text
    .replace(/[’‘´`](?=\w)(?<=\p{L}.)/gu, (sign) => (sign === '`' ? sign : "'"))
    .replace(SLIPS, (word) => slipped(word))
    .replace(/\bI (?:already )?(?:told|asked) you not to\b/gi, "I said don't");

const MEANT: Record<string, string> = {
  dont: "don't",
  doesnt: "doesn't",
  didnt: "didn't",
  cant: "can't",
  wont: "won't",
  isnt: "isn't",
  arent: "aren't",
  shouldnt: "shouldn't",
  mustnt: "mustn't",
  wouldnt: "wouldn't",
  couldnt: "couldn't",
  havent: "haven't",
  hasnt: "hasn't",
  lets: "let's",
  im: "I'm",
  ive: "I've",
  pls: 'please',
  plz: 'please',
  u: 'you',
  alwasy: 'always',
  allways: 'always',
  alwyas: 'always',
  alway: 'always',
  nver: 'never',
  neevr: 'never',
  nevr: 'never',
  shoud: 'should',
  shuold: 'should',
  sould: 'should',
  musr: 'must',
  msut: 'must',
  insted: 'instead',
  intead: 'instead',
  isntead: 'instead',
  becuase: 'because',
  becasue: 'because',
  bcs: 'because',
  cuz: 'because',
  perfer: 'prefer',
  preffer: 'prefer',
  desided: 'decided',
  decied: 'decided',
  stpo: 'stop',
  jsut: 'just',
  teh: 'the',
};

const SLIPS = new RegExp(`(?<![\\wÀ-ɏ./@'-])(?:${Object.keys(MEANT).join('|')})(?![\\wÀ-ɏ/'-])`, 'gi');

function slipped(word: string): string {
  const meant = MEANT[word.toLowerCase()]!;
  return /^\p{Lu}/u.test(word) ? meant[0]!.toUpperCase() + meant.slice(1) : meant;
}
