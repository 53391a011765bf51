import { saidLines } from '../../base/text/announcements.ts';
import { isDesign, isOfTheProduct } from '../observe/statements/answers.ts';
import { english } from '../observe/statements/cues/english.ts';
import { significant } from '../observe/statements/subject.ts';
import { readAgentMessage } from './agent-message.ts';
import { REPORTS } from './agents-words.ts';
import { LASTS } from './confirming-words.ts';
import { plainly } from './phrases.ts';

/** What a person decided by answering a question of the agent's message. */
export interface AnsweredQuestion {
  /** Question and answer, so that it can be understood alone. */
  text: string;
  /** The agent's words. */
  quote: string;
  /** The person's words. */
  answer: string;
  /** The person says that it is for good. */
  lasts: boolean;
}

/**
 * The decision that a short answer makes: "the second one" of some options, or words of the person's own. Undefined where
 * the agent only asks what to do next, or the person asks back.
 */
export function answeredIn(message: string, prompt: string): AnsweredQuestion | undefined {
  const answer = plainly(saidLines(prompt).join('\n')).replace(/[\s.!]+$/, '');
  if (answer === '' || answer.length > MAX_ANSWER_CHARS || /[?\n]/.test(answer) || LEAVES_OPEN.test(answer))
    return undefined;
  const question = questionIn(message);
  return question === undefined ? undefined : decisionOn(question, optionsIn(message), answer);
}

/** What an answer decides of one question; undefined where it decides nothing, or nobody could tell what. */
export function decisionOn(
  question: string,
  options: ReadonlyMap<string, string>,
  answer: string,
): AnsweredQuestion | undefined {
  const picked = pickedFrom(question, options, answer);
  if (picked === null) return undefined;
  if (picked === undefined && !answers(question, answer)) return undefined;
  const said = picked ?? withoutChoosing(answer);
  if (significant(said, english).length === 0 || REPORTS.test(said)) return undefined;
  return decided(question, said, answer);
}

/** Question and answer as one text. */
export const decided = (question: string, said: string, answer: string): AnsweredQuestion => ({
  text: `${question} ${`Decided: ${said}`.replace(/[\s.]+$/, '')}.`,
  quote: question,
  answer,
  lasts: LASTS.test(answer),
});

/** In characters. */
const MAX_ANSWER_CHARS = 90;
const MAX_QUESTION_CHARS = 240;

/** Who leaves it open has decided nothing, and a bare yes or no does not say what. */
export const LEAVES_OPEN =
  /^(?:(?:yes|no|nope|ok(?:ay)?|sure|yep|yeah|ja|nein|oui|non|sí)[\s,.!]*(?:please|thanks)?$|no\b|none|neither|skip|later|cancel|stop|wait|i don't (?:know|care)|don't know|no idea|not sure|you (?:decide|choose|pick)|up to you|whatever|either|both are|let me|hmm|maybe|depends|explain|show|tell|what|why|how|go ahead|continue|proceed|do it)/i;

/** The question the message ends with, where it asks how something is to be; of options, the words that lead to them. */
function questionIn(message: string): string | undefined {
  const asked = readAgentMessage(message).question ?? questionBeforeOptions(message);
  if (asked === undefined || asked.length > MAX_QUESTION_CHARS) return undefined;
  const whole = asked
    .replace(/^(?:so|and|then|okay|ok|now)[,:]?\s+/i, '')
    .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  const isAsked = BEGINS.test(whole) && isDesign(whole) && isOfTheProduct(whole);
  return isAsked && !ASKS_WHAT_IS.test(whole) ? whole : undefined;
}

export const BEGINS = /^(?:which|where|how(?! to\b)|what|who|when|should|shall|do|does|is|are)\b/i;

/** Words of the person's own answer a question that leaves it open, or name one of the things that it asks about. */
function answers(question: string, answer: string): boolean {
  if (/^(?:which|where|how|what|who|when)\b/i.test(question)) return true;
  const asked = new Set(significant(question, english));
  return significant(answer, english).some((word) => asked.has(word));
}

/** Asks for what happened or where something is, not for how it shall be. */
const ASKS_WHAT_IS =
  /\b(?:did|was|were|happen(?:s|ed)?|see|seeing|errors? (?:come|show|appear)|fail(?:s|ed|ing)?|broken|wrong|current(?:ly)?|already|first|screen(?:shot)?|what is the name)\b/i;

/** "How should amounts be stored?" before a list of options. */
function questionBeforeOptions(message: string): string | undefined {
  const lines = message.split('\n');
  const first = lines.findIndex((line) => OPTION.test(line));
  const before = lines.slice(0, Math.max(0, first)).findLast((line) => line.trim() !== '');
  const [asked] = before?.slice(-MAX_QUESTION_CHARS).match(/[^.!?:]{8,200}\?/) ?? [];
  return asked?.replace(/\*\*/g, '').trim();
}

const OPTION =
  /^\s{0,8}(?:[-*•]\s+)?(?:\*\*)?\(?(?:option\s+)?(\d|[a-eA-E])(?:\*\*)?[.):]\s{0,4}(?:\*\*)?\s{0,4}(\S.*)$/i;

/** The options of a message by their marks, each with its first words up to where it is explained. */
export function optionsIn(message: string): Map<string, string> {
  const options = new Map<string, string>();
  for (const line of message.split('\n')) {
    const [, mark, words] = OPTION.exec(line) ?? [];
    if (mark === undefined || words === undefined) continue;
    const text = words.replace(/\*\*|__/g, '').replace(/\s?\((?:recommended|default|my pick)\)/i, '');
    options.set(
      mark.toLowerCase(),
      text
        .split(/\s[–—]\s|(?<=\w{3})[.:]\s/)[0]!
        .trim()
        .slice(0, 200),
    );
  }
  return options.size > 1 ? options : new Map();
}

/**
 * The option that an answer picks; undefined where it picks none by its mark or place, null where it picks one that
 * there is not.
 */
function pickedFrom(
  question: string,
  options: ReadonlyMap<string, string>,
  answer: string,
): string | null | undefined {
  const place = PLACES.findIndex((words) => words.test(answer));
  const mark = MARK.exec(answer)?.[1]?.toLowerCase();
  if (mark === undefined && place < 0) return undefined;
  if (options.size === 0) {
    const [, one, other] = EITHER.exec(question) ?? [];
    return (place === 0 ? one : place === 1 || place === LAST ? other : undefined)?.trim() ?? null;
  }
  const all = [...options.values()];
  return (mark === undefined ? all.at(place === LAST ? -1 : place) : options.get(mark)) ?? null;
}

const CHOOSING =
  "(?:(?:yes|ok(?:ay)?|sure|yeah|yep)[,.]? )?(?:(?:let's )?(?:go|do|take|use|pick|choose|stick) (?:with |for )?|i(?:'d| would)? (?:like|prefer|choose|say|go with|vote for) |i'm for |definitely |it's |probably )?(?:(?:option|the|variant|number) |#){0,2}";
const END =
  '(?: (?:one|option|variant|approach|please|then|from now on|for sure|is (?:good|fine|better)|it is)){0,3}$';
const MARK = new RegExp(`^${CHOOSING}\\(?(\\d|[a-e])\\)?${END}`, 'i');
const PLACES = ['first|former', 'second|latter', 'third', 'fourth', 'fifth', 'last'].map(
  (words) => new RegExp(`^${CHOOSING}(?:${words})${END}`, 'i'),
);
const LAST = 5;

/** "Should ids be UUIDs or integers?" */
const EITHER =
  /\b(?:be|as|use|with|to|in|by|on|via|through|into|from|between|prefer|keep|store|send|want)\s([^,?]{2,60}?),?\sor\s([^,?]{2,60})\?$/i;

const withoutChoosing = (answer: string): string =>
  answer.replace(
    /^(?:(?:yes|ok(?:ay)?|sure)[,.] )?(?:let's (?:go with|use|do|say|take)|go with|go for|i(?:'d| would) (?:say|go with|prefer)|i prefer|i'd rather have|use) /i,
    '',
  );
