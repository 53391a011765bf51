import { givesOrders } from './orders.ts';

/**
 * Whether a text can be told apart from an order: it reads as English, and nothing in it orders. Orders are known by
 * English words alone, so a text in any other language, or in too little language to tell, is not a plain fact.
 */
export const isPlainFact = (text: string): boolean => isEnglish(text) && !givesOrders(text);

/** Whether every part of a text has words that only English has in that place, and enough of them. */
function isEnglish(text: string): boolean {
  const plain = text.slice(0, MAX_CHARACTERS).replace(/`[^`\n]*`/g, ' ');
  const clauses = plain.split(/[.!?;:,\n()“”"—–]+/).map(wordsOf);
  const words = clauses.flat();
  const known = words.filter(isFunctionWord).length;
  return (
    text.length <= MAX_CHARACTERS &&
    known > 0 &&
    known >= MIN_SHARE * words.length &&
    clauses.every((clause) => clause.length < CLAUSE_WORDS || clause.some(isFunctionWord))
  );
}

/** Names, paths and numbers belong to no language. */
const wordsOf = (clause: string): string[] =>
  clause
    .split(/\s+/)
    .filter((word) => /^[\p{L}\p{M}'’-]+$/u.test(word) && !/^\p{Lu}{2,}$/u.test(word))
    .map((word) => word.toLowerCase());

const MAX_CHARACTERS = 2000;
/** English prose has one such word in three; a short fact full of names has one in six. */
const MIN_SHARE = 0.15;
/** Shorter parts are names and enumerations. */
const CLAUSE_WORDS = 4;

const isFunctionWord = (word: string): boolean => FUNCTION_WORDS.has(word);

/** Words without which little is said in English, less those that French, German, Spanish, Italian or Dutch spell alike. */
const FUNCTION_WORDS = new Set(
  `the of and to is are was were be been being has have had does did not with without from by for at this that these
those it its there their they which when where while because before after until than then if but only all every each both
no none some any other same such between into over under through during about against out off up down can cannot will would
could may might we our us he she his her who whose what how why needs need requires uses used lives lies runs fails failed
holds keeps takes takes gets makes means comes goes starts ends works reads writes returns listens expects contains`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
