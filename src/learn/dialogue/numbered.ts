import { saidLines } from '../../base/text/announcements.ts';
import { isOfTheProduct } from '../observe/statements/answers.ts';
import { type AnsweredQuestion, BEGINS, decided, decisionOn, LEAVES_OPEN, optionsIn } from './answered.ts';
import { plainly, sentencesIn } from './phrases.ts';

/**
 * What a person decided by answering the questions of a list one by one: "1. yes 2. the second 3. 30 days". Each becomes a
 * text of its own with its question; those that are asked back, left open or only of the agent's next step are left out.
 */
export function numberedAnswers(message: string, prompt: string): AnsweredQuestion[] {
  const answers = answersByMark(prompt);
  if (answers.size === 0) return [];
  const questions = questionsByMark(message);
  // An answer without its question shows that they are of something else.
  if (questions.size === 0 || [...answers.keys()].some((mark) => !questions.has(mark))) return [];
  return [...answers].flatMap(([mark, answer]) => {
    const { question, options } = questions.get(mark)!;
    return question === null ? [] : (decisionIn(question, options, answer) ?? []);
  });
}

interface ListedQuestion {
  /** Null where it asks for no decision that could be understood alone. */
  question: string | null;
  options: ReadonlyMap<string, string>;
}

function decisionIn(
  question: string,
  options: ReadonlyMap<string, string>,
  answer: string,
): AnsweredQuestion | undefined {
  const [, word, rest = ''] = YES_OR_NO.exec(answer) ?? [];
  if (word !== undefined && ASKS_YES.test(question) && !/\bor\b/i.test(question)) {
    const isYes = /^[yj]|^ok|^sure|^correct|^right|^oui|^sí/i.test(word);
    return decided(question, `${isYes ? 'yes' : 'no'}${rest === '' ? '' : `, ${rest}`}`, answer);
  }
  if (word !== undefined && rest === '') return undefined;
  return LEAVES_OPEN.test(answer) || OPEN.test(answer) ? undefined : decisionOn(question, options, answer);
}

const YES_OR_NO =
  /^(yes|yep|yeah|yup|y|no|nope|n|ok(?:ay)?|sure|correct|right|ja|nein|oui|non|sí)(?:\s*[,.;:–—-]\s*(?:please\s*)?(.{3,}))?$/i;
const ASKS_YES = /^(?:should|shall|do|does|is|are|can|may|must|will)\b/i;
const OPEN =
  /^(?:same\b|as (?:above|before|you)|see\b|n\/?a$|idk|tbd|your (?:call|choice)|whichever|any(?:thing|\b)|fine|good)/i;

/** The answers of a prompt by their marks; none where it is not such a list. */
function answersByMark(prompt: string): Map<string, string> {
  const said = plainly(saidLines(prompt).join('\n'));
  const found = new Map<string, string>();
  if (said.length > MAX_PROMPT_CHARS) return found;
  const all = [...said.matchAll(MARK)];
  const isFigure = /\d/.test(all[0]?.[1] ?? '');
  // "2. option b." has one mark of the list.
  const marks = all.filter(([, mark]) => /\d/.test(mark!) === isFigure);
  if (marks.length < 2 || !isCounted(marks.map(([, mark]) => mark!))) return found;
  if (!LEAD.test(said.slice(0, marks[0]!.index))) return found;
  for (const [i, { 0: whole, 1: mark, index }] of marks.entries()) {
    const end = marks[i + 1]?.index ?? said.length;
    const answer = said
      .slice(index + whole.length, end)
      .trim()
      .replace(/[\s.,;]+$/, '');
    if (answer.includes('?') || answer.length > MAX_ANSWER_CHARS || answer === '') continue;
    found.set(mark!.toLowerCase(), answer.replace(/\s*\n\s*/g, ' '));
  }
  return found;
}

const MAX_PROMPT_CHARS = 2000;
const MAX_ANSWER_CHARS = 200;

/** Who lists answers says no more than this first. */
const LEAD =
  /^(?:(?:ok(?:ay)?|sure|yes|great|thanks|thank you|good(?: questions?)?|(?:my |the )?answers?(?: (?:are|below))?|here(?: you go| are my answers)?|so|hi|fine)[\s,.:!-]*)*$/i;

/** `1.`, `2)`, `(3)`, `Q4:`, `5 -`, and letters in the same way; `1a` names a question and its option. */
const MARK =
  /(?<![\p{L}\p{N}])(?:#|[Qq](?:uestion )?)?\(?(\d{1,2}|[a-hA-H])(?:[.):](?=\s)|\s?[-–—=](?=\s)|(?<=\d)(?=[a-eA-E](?![\p{L}\p{N}'])))/gu;

/** Whether marks count up: 1, 2, 4, or a, b. */
const isCounted = (marks: readonly string[]): boolean =>
  marks.every((mark, i) => i === 0 || placeOf(mark) > placeOf(marks[i - 1]!));

const placeOf = (mark: string): number =>
  /\d/.test(mark) ? Number(mark) : mark.toLowerCase().charCodeAt(0) + 100;

/** The questions of an agent's message by their marks, each with the options below it. */
function questionsByMark(message: string): Map<string, ListedQuestion> {
  const found = new Map<string, ListedQuestion>();
  const lines = message
    .toWellFormed()
    .slice(-MAX_MESSAGE_CHARS)
    .replace(/(```|~~~)[\s\S]*?(\1|$)/g, '\n')
    .replace(/\*\*|__/g, '')
    .split('\n');
  const items: { mark: string; lines: string[] }[] = [];
  let depth = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const [, indent, mark, words] = ITEM.exec(line) ?? [];
    if (mark !== undefined && indent!.length <= depth && isNext(items.at(-1)?.mark, mark)) {
      depth = indent!.length;
      items.push({ mark: mark.toLowerCase(), lines: [words!] });
    } else items.at(-1)?.lines.push(line);
  }
  if (items.length < 2) return found;
  for (const { mark, lines: its } of items) {
    const asked = its.slice(0, MAX_ITEM_LINES).join('\n');
    found.set(mark, { question: questionIn(asked), options: optionsIn(its.slice(1).join('\n')) });
  }
  return found;
}

const MAX_MESSAGE_CHARS = 8000;
const MAX_ITEM_LINES = 8;
const MAX_QUESTION_CHARS = 240;

const ITEM = /^(\s{0,6})(?:#{1,4} )?(?:[-*•] )?(?:Q(?:uestion )?)?\(?(\d{1,2}|[a-hA-H])[.):]\s+(\S.*)$/;

/** Options below a question begin anew with 1 or a. */
const isNext = (before: string | undefined, mark: string): boolean =>
  before === undefined || (/\d/.test(before) === /\d/.test(mark) && placeOf(mark) > placeOf(before));

/** The question of an item, without the words that head it. */
function questionIn(item: string): string | null {
  const asked = sentencesIn(
    item
      .replace(/\s*\n\s*/g, '\n')
      .split('\n')
      .join(' '),
  ).find((sentence) => sentence.trim().endsWith('?'));
  if (asked === undefined) return null;
  const whole = plainly(asked)
    .replace(/^[^?:–—]{2,50}(?::| [–—-]) (?=\p{L})/u, '')
    .replace(/^(?:so|and|also|then|okay|ok|now)[,:]?\s+/i, '')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const isAsked =
    (BEGINS.test(whole) || /^(?:can|may|must|will|would you prefer)\b/i.test(whole)) &&
    !OF_THE_AGENT.test(whole);
  const isClear =
    isOfTheProduct(whole.replace(WANTS, '')) && !POINTS.test(whole) && !ASKS_WHAT_WAS.test(whole);
  return isAsked && isClear && whole.length <= MAX_QUESTION_CHARS ? whole : null;
}

/** "Do you want soft deletes?" is a question of the product though it asks the person. */
const WANTS = /^(?:do|would|should) you (?:want|prefer|like|need) (?!me\b)/i;

/** Asks what happened or is there, not how it shall be. */
const ASKS_WHAT_WAS = /\b(?:did|was|were|happen(?:s|ed)?|seeing|screenshots?|currently|already)\b/i;

/** Asks what the agent shall do now. */
const OF_THE_AGENT =
  /\b(?:should i|shall i|want me|like me|need me|may i|can i|proceed|continue|commit|push|this (?:pr|branch|session))\b/i;

/** Nobody who was not there knows what is meant. */
const POINTS = /^(?:\S+ ){1,2}(?:it|this|that|they|these|those)(?: (?!\S+ing\b)|\?)/i;
