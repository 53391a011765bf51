import { remembered } from '@sqrl/base/memo.ts';
import { FRUSTRATION, type Frustration } from '@sqrl/base/model/episode.ts';
import { contentWords, share } from '@sqrl/base/text/content-words.ts';
import { ownWords, planTitle } from '@sqrl/base/text/own-words.ts';
import { SIGNS } from './phrases/frustration.ts';

/** How a prompt sounds, and the words to know it again by. */
export interface PromptMood {
  level: Frustration;
  /** What it was told by. */
  why: string[];
  words: ReadonlySet<string>;
}

/** Judges the person's own words in a prompt; `earlier` are the task's prompts before it. */
export function judgePrompt(prompt: string, earlier: readonly PromptMood[] = []): PromptMood {
  const own = ownWords(prompt);
  const words = wordsIn(own);
  if (planTitle(prompt) !== undefined) return { level: 'none', why: [], words };
  const found = signsIn(own).filter(({ later }) => !later || earlier.length > 0);
  if (earlier.some((before) => isSame(words, before.words))) found.push({ name: 'said before', points: 1 });
  const points = found.reduce((sum, sign) => sum + sign.points, 0);
  return { level: levelOf(points), why: found.map(({ name }) => name), words };
}

/** Cutting and summing up ask of the same prompts. */
const MAX_CACHED_PROMPTS = 50;

const wordsIn: (own: string) => ReadonlySet<string> = remembered(contentWords, MAX_CACHED_PROMPTS);

const signsIn = remembered((own) => {
  const found: FrustrationSign[] = SIGNS.filter(({ pattern }) => pattern.test(own)).map(
    ({ name, points, later = false }) => ({ name, points, later }),
  );
  if (isShouted(own)) found.push({ name: 'capitals', points: 2 });
  if (/[!?]{3,}|!{2,}/.test(own)) found.push({ name: 'exclamation', points: 1 });
  return found;
}, MAX_CACHED_PROMPTS);

interface FrustrationSign {
  name: string;
  points: number;
  /** Only of a prompt that is not the first. */
  later?: boolean;
}

/** How a task's prompts sound together: as the worst of them, and worse where one complaint follows another. */
export function worst(prompts: readonly PromptMood[]): Frustration {
  const levels = prompts.map(({ level }) => FRUSTRATION.indexOf(level));
  const complaints = levels.filter((level) => level > 0).length;
  return FRUSTRATION[Math.min(Math.max(0, ...levels) + (complaints >= MIN_COMPLAINTS ? 1 : 0), 3)]!;
}

const MIN_COMPLAINTS = 3;

const levelOf = (points: number): Frustration =>
  points === 0 ? 'none' : points < 2 ? 'mild' : points < 4 ? 'moderate' : 'severe';

/** Too few words are alike by chance: everybody says "run the tests" twice. */
const isSame = (words: ReadonlySet<string>, before: ReadonlySet<string>): boolean =>
  words.size >= 4 && share(words, before) >= 0.8 && share(before, words) >= 0.6;

/** Whether a person shouts: ordinary words in capitals, several in a row. Acronyms, constants and SQL do not count. */
function isShouted(own: string): boolean {
  if (SQL.test(own)) return false;
  const words = own.match(/[\p{L}\p{N}_$'’./-]+/gu) ?? [];
  let run: string[] = [];
  for (const word of [...words, '']) {
    if (isCapital(word)) run.push(word);
    else if (isShouting(run)) return true;
    else run = [];
  }
  return false;
}

const isCapital = (word: string): boolean =>
  /^[\p{Lu}'’-]+[.]*$/u.test(word) && (word.length > 1 || word === 'I' || word === 'A' || word === 'Y');

function isShouting(run: readonly string[]): boolean {
  const plain = run.map((word) => word.replace(/’/g, "'").replace(/\.+$/, ''));
  return plain.length >= 3 && plain.filter((word) => ORDINARY.has(word)).length >= 2;
}

const SQL =
  /\b(?:SELECT\b.*\bFROM|INSERT INTO|UPDATE\b.*\bSET|DELETE FROM|(?:CREATE|ALTER|DROP) (?:TABLE|INDEX|VIEW)|WHERE|JOIN)\b/s;

/** Words that people write in capitals only when angry. */
const ORDINARY = new Set(
  `A I IT IS ARE WAS THE THIS THAT THESE YOU YOUR ME MY WE DO DOES DID DON'T DOESN'T DIDN'T ISN'T CAN'T CANNOT WON'T
  NOT NO NEVER ALWAYS STILL AGAIN STOP WHY WHAT HOW WHEN JUST PLEASE WORK WORKS WORKING BROKEN WRONG TOLD SAID ASKED
  SAME ERROR FIX READ LISTEN EVERY TIME TOUCH USE ONLY ALL TO OF IN ON AND BUT
  ÇA CA NE PAS RIEN JAMAIS TOUJOURS ENCORE ARRÊTE ARRETE POURQUOI QUE QUOI TU VOUS LE LA LES UN UNE EST C'EST MARCHE
  FONCTIONNE DIT JE T'AI
  DAS DIE DER ES IST NICHT NIE IMMER NOCH WIEDER HÖR HOER AUF WARUM WAS DU ICH HABE GESAGT FUNKTIONIERT GEHT MACH KEIN
  KEINE SCHON
  EL LO NO ES ESTO ESO SIGUE SIN NUNCA SIEMPRE OTRA VEZ POR QUÉ QUE TE DIJE FUNCIONA PARA YA HAGAS ESTÁ MAL`.split(
    /\s+/,
  ),
);
