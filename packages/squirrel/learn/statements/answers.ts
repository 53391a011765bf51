import { piecesOf } from '@sqrl/base/text/pieces.ts';

export interface AnsweredQuestion {
  /** Question and answer, so that it can be read alone. */
  text: string;
  /** The agent's words. */
  question: string;
  /** The person's words. */
  answer: string;
  /** Chosen among what was offered, or one of several numbered answers: that needs no model. */
  isChosen: boolean;
}

/** The answers in the result of a tool that asks the person, `"question"="answer"` each. */
export function askedAnswers(result: string): AnsweredQuestion[] {
  const text = result.slice(0, MAX_RESULT_CHARS);
  const found: AnsweredQuestion[] = [];
  let from = 0;
  for (let at = text.indexOf(BETWEEN); at >= 0; at = text.indexOf(BETWEEN, from)) {
    const begin = text.indexOf('"', from);
    const end = text.indexOf('"', at + BETWEEN.length);
    if (end < 0) break;
    if (begin >= 0 && begin < at)
      found.push(...decisionOn(text.slice(begin + 1, at), text.slice(at + BETWEEN.length, end), true));
    from = end + 1;
  }
  return found;
}

const BETWEEN = '"="';
const MAX_RESULT_CHARS = 20_000;

/** What a person wrote next to the answers that they chose. */
export const notesOnAnswers = (result: string): string =>
  /\buser notes: ([^"\n]+?)\. You can now continue/.exec(result.slice(0, MAX_RESULT_CHARS))?.[1] ?? '';

/** What a person said when they refused a call. A text in a client's own words may be anybody's. */
export function refusalWords(result: string): string {
  const feedback = FEEDBACK.exec(result.slice(0, MAX_RESULT_CHARS))?.[1];
  if (feedback !== undefined) return feedback;
  return CLIENTS_WORDS.test(result.slice(0, MAX_RESULT_CHARS)) ? '' : result;
}

const FEEDBACK =
  /^The user rejected permission to use this specific tool call with the following feedback: ([\s\S]+)$/;
const CLIENTS_WORDS = /\b(?:reject|deni|deny|declin|doesn't want|cancel|abort|interrupt)|^\s*\[/i;

/**
 * What a prompt decides of the questions at the end of an agent's message: numbered answers to numbered questions, "the
 * second one" of some options, or a few words of the person's own.
 */
export function answersIn(message: string, prompt: string): AnsweredQuestion[] {
  const said = prompt.replace(/[’‘]/g, "'").trim();
  if (said === '' || said.length > MAX_PROMPT_CHARS) return [];
  const end = withoutCode(message).slice(-MAX_MESSAGE_CHARS);
  const numbered = numberedIn(said);
  if (numbered.size > 1) {
    const questions = questionsByMark(end);
    if (questions.size === 0 || [...numbered.keys()].some((mark) => !questions.has(mark))) return [];
    // Numbered wishes after a numbered plan are no answers.
    const asking = [...numbered.keys()].filter((mark) => questions.get(mark)!.includes('?')).length;
    if (2 * asking < numbered.size) return [];
    return [...numbered].flatMap(([mark, answer]) => {
      const item = questions.get(mark)!;
      const question = questionIn(item);
      if (question === undefined) return [];
      const picked = pickedFrom(optionsIn(item), answer) ?? eitherOf(question, answer);
      return picked === undefined && PICKS.test(answer) ? [] : decisionOn(question, picked ?? answer, true);
    });
  }
  if (said.length > MAX_ANSWER_CHARS || /[?\n{}<>]|:$/.test(said)) return [];
  const options = optionsIn(end);
  const question = questionIn(end) ?? (options.size > 0 ? questionBefore(end) : undefined);
  if (question === undefined) return [];
  const picked = pickedFrom(options, said) ?? eitherOf(question, said);
  // Words of the person's own answer a question that leaves it open, or take up one of its words.
  if (
    picked === undefined &&
    (PICKS.test(said) || !(OPEN_QUESTION.test(question) || sharesWord(question, said)))
  )
    return [];
  return decisionOn(question, picked ?? said, picked !== undefined);
}

/**
 * What a short prompt with lasting words decides that do not name their matter: "never in place" after "I'd correct the stamps
 * in place." None where the agent asks only what it shall do next: such words are of another matter then.
 */
export function shortAnswer(message: string, prompt: string): AnsweredQuestion | undefined {
  const end = withoutCode(message).trimEnd().slice(-MAX_ENDING_CHARS);
  const answer = prompt.replace(/\s+/g, ' ').trim();
  const question = (questionIn(end) ?? proposalIn(end))?.replace(/\s+/g, ' ').trim();
  if (question === undefined || answer.length > MAX_SHORT_CHARS || answer.includes('?')) return undefined;
  if (question.length > MAX_QUESTION_CHARS || OF_THE_TASK.test(question) || !namesSubject(question))
    return undefined;
  return {
    text: `${question} Decided: ${answer.replace(/[\s.!]+$/, '')}.`,
    question,
    answer,
    isChosen: true,
  };
}

const proposalIn = (text: string): string | undefined =>
  text
    .split('\n')
    .flatMap(piecesOf)
    .findLast((piece) => PROPOSAL.test(piece));

const PROPOSAL = /\bI(?:['’]d| would| could| suggest| propose| recommend)\b/;
const MAX_ENDING_CHARS = 400;
const MAX_SHORT_CHARS = 160;

/** In characters. */
const MAX_PROMPT_CHARS = 2000;
const MAX_ANSWER_CHARS = 120;
const MAX_MESSAGE_CHARS = 6000;
const MAX_QUESTION_CHARS = 320;

/** The decision that an answer makes; none where it decides nothing, or only what the agent does next. */
function decisionOn(asked: string, given: string, isChosen: boolean): AnsweredQuestion[] {
  const question = asked.replace(/\s+/g, ' ').trim();
  const answer = given
    .replace(/\s*\((?:recommended|default|my pick)\)/gi, '')
    .replace(/\s+/g, ' ')
    .replace(CHOOSING, '')
    .replace(/[\s.]+$/, '')
    .trim();
  if (question.length < 8 || question.length > MAX_QUESTION_CHARS) return [];
  if (!SHALL_BE.test(question) || OF_THE_TASK.test(question)) return [];
  if (NAMES_NOTHING.test(question) || !namesSubject(question)) return [];
  if (answer === '' || answer.length > MAX_QUESTION_CHARS || answer.includes('?')) return [];
  if (UNDECIDED.test(answer) || ELSEWHERE.test(answer)) return [];
  if (
    /^(?:yes|no|ok)\b[\s,.!]*$/i.test(answer) &&
    !/\b(?:should|shall|must|is|are|do|does)\b/i.test(question)
  )
    return [];
  return [{ text: `${question} Decided: ${answer}.`, question, answer: given.trim(), isChosen }];
}

/** Whether a question says what it is about: "which approach?" does not, to an agent that was not there. */
const namesSubject = (question: string): boolean =>
  (question.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !VAGUE.has(word)).length >=
  MIN_SUBJECT_WORDS;

const MIN_SUBJECT_WORDS = 2;
const VAGUE: ReadonlySet<string> = new Set(
  'which what where how who should shall would will want you your like prefer preferred approach option options way one ones choice direction design tradeoffs areas area version based resonates vision the this that these those for and with does are use best right most think about from our fits case'.split(
    ' ',
  ),
);

/** Asks how something is to be. */
const SHALL_BE =
  /\b(?:should|shall|which|prefer|want|how (?:do|would|will|are|is)|where (?:do|does|will|to)|what (?:do|does|will|should|is the (?:right|best|preferred))|who (?:may|can|should)|soll(?:en|te[nt]?)?|welche[rs]?|doit|quel(?:le)?s?|debe(?:n|ría)?|cuál)\b/i;
/** Asks what the agent shall do next, or what is there; not how something is to be. */
const OF_THE_TASK =
  /\b(?:can i|may i|should i|shall i|do you want me|would you like me|want me to|what should i|how should i|how would you like(?: me)? to|ready|proceed|continue|commit|push|next|this (?:pr|branch|commit|session|time)|did (?:you|it)|happened|are you (?:seeing|using|running)|which file|discuss|work on|tackle|focus|start with|first|could you (?:share|run|check|show)|can you (?:share|run|check|show)|share|see(?:ing)?|version of)\b/i;
/** "Should it be a button?" where no sentence before says what "it" is. */
const NAMES_NOTHING = /^(?:should|shall|must|do|does|is|are) (?:it|they|this|that|these|those)\b/i;
const UNDECIDED =
  /^(?:other|skip|later|cancel|unanswered|none|neither|stop|wait|i don't (?:know|care)|don't know|no idea|not sure|you (?:decide|choose|pick)|up to you|whatever|let me|hmm|maybe|depends|explain|show|tell|what|why|how|go ahead|continue|proceed|do it|idk|tbd|n\/?a)\b/i;
/** "Covered in 1": another answer says it. */
const ELSEWHERE =
  /^(?:already |is )*(?:covered|answered|see|same as|as in)\b.{0,20}\b(?:\d{1,2}|above|below|before)$/i;
const CHOOSING =
  /^(?:(?:yes|ok(?:ay)?|sure)[,.] )?(?:let's (?:go with|use|do|say|take)|go with|go for|i(?:'d| would) (?:say|go with|prefer)|i prefer|i'd rather have) /i;

/** The last question of a text; a short one with the sentence before it, which says what it is about. */
function questionIn(text: string): string | undefined {
  const sentences = text
    .slice(-MAX_MESSAGE_CHARS)
    .split('\n')
    .flatMap((line) => piecesOf(line.replace(LIST_MARK, '')).map((piece) => piece.trim()));
  const at = sentences.findLastIndex((sentence) => sentence.endsWith('?'));
  if (at < 0) return undefined;
  const asked = sentences[at]!.replace(/^(?:so|and|then|okay|ok|now)[,:]?\s+/i, '');
  const before = sentences[at - 1] ?? '';
  const needsBefore = asked.split(/\s+/).length < SHORT_QUESTION_WORDS && /\p{L}/u.test(before);
  return needsBefore && before.length < MAX_LEAD_IN_CHARS ? `${before} ${asked}` : asked;
}

const LIST_MARK = /^\s*(?:[-*•]|\(?\d{1,2}[.)])\s+/;
const SHORT_QUESTION_WORDS = 10;
const MAX_LEAD_IN_CHARS = 140;

const questionBefore = (text: string): string | undefined => {
  const first = text.search(OPTION_LINE);
  return first < 0 ? undefined : questionIn(text.slice(0, first));
};

const OPEN_QUESTION = /^(?:which|where|how|what|who|when|welche|wie|wo|quel|comment|où|qué|cómo)\b/i;

const sharesWord = (question: string, answer: string): boolean => {
  const words = new Set(question.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  return (answer.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some((word) => words.has(word));
};

const OPTION = /^\s{0,8}(?:[-*•]\s+)?\(?(?:option\s+)?(\d|[a-e])[.):]\s{0,4}(\S.*)$/i;
const OPTION_LINE = /^\s{0,8}(?:[-*•]\s+)?\(?(?:option\s+)?(?:\d|[a-e])[.):]\s{0,4}\S/im;

/** The options of a message by their marks, each up to where it is explained. */
function optionsIn(message: string): Map<string, string> {
  const options = new Map<string, string>();
  for (const line of message.split('\n')) {
    const [, mark, words] = OPTION.exec(line) ?? [];
    if (mark === undefined || words === undefined || words.trim().endsWith('?')) continue;
    options.set(
      mark.toLowerCase(),
      words
        .split(/\s[–—]\s|(?<=\w{3})[.:]\s/)[0]!
        .trim()
        .slice(0, 200),
    );
  }
  return options.size > 1 ? options : new Map();
}

const PLACES = [
  'first|former|1st|erste[ns]?|premi(?:er|ère)|primer[ao]?',
  'second|latter|2nd|zweite[ns]?|deuxième|segund[ao]',
  'third|3rd|dritte[ns]?|troisième|tercer[ao]?',
  'fourth|vierte[ns]?',
  'fifth',
].map(
  (words) =>
    new RegExp(`^(?:[\\p{L}',]+ ){0,4}(?:${words})(?: (?:one|option|variant|approach|please))*$`, 'iu'),
);
const MARK =
  /^(?:[\w',]+ ){0,3}?(?:option |variant |number |#)?\(?(\d|[a-e])\)?(?: (?:please|then|is (?:good|fine|better)|it is))*$/i;
const PICKS = /^(?:the )?(?:first|second|third|last|former|latter|option)\b/i;

function pickedFrom(options: ReadonlyMap<string, string>, answer: string): string | undefined {
  if (options.size === 0) return undefined;
  const said = answer.replace(/[\s.!]+$/, '');
  const all = [...options.values()];
  if (/^(?:the )?last(?: one| option)?$/i.test(said)) return all.at(-1);
  const place = PLACES.findIndex((words) => words.test(said));
  if (place >= 0) return all[place];
  const mark = MARK.exec(said)?.[1]?.toLowerCase();
  return mark === undefined ? undefined : options.get(mark);
}

/** "Should ids be UUIDs or integers?" – "the second". */
function eitherOf(question: string, answer: string): string | undefined {
  const [, one, other] = EITHER.exec(question) ?? [];
  const place = PLACES.findIndex((words) => words.test(answer.replace(/[\s.!]+$/, '')));
  return place === 0 ? one?.trim() : place === 1 ? other?.trim() : undefined;
}

const EITHER =
  /\b(?:be|as|use|with|to|in|by|on|via|through|into|from|between|prefer|keep|store|send|want)\s([^,?]{2,60}?),?\sor\s([^,?]{2,60})\?$/i;

/** The answers of a prompt by their marks: `1. yes 2) in cents`; fewer than two where it is not such a list. */
function numberedIn(prompt: string): Map<string, string> {
  let last = '';
  // "5. covered in 1." ends with a number that no answer begins with.
  const marks = [...prompt.matchAll(ANSWER_MARK)].filter(({ 1: mark, index }) => {
    const isAnswers = last === '' || isNext(last, mark!) || prompt[index - 1] === '\n';
    if (isAnswers) last = mark!;
    return isAnswers;
  });
  const found = new Map<string, string>();
  if (marks.length < 2 || marks[0]!.index > MAX_LEAD_CHARS) return found;
  for (const [i, { 0: whole, 1: mark, index }] of marks.entries())
    found.set(
      mark!.toLowerCase(),
      prompt
        .slice(index + whole.length, marks[i + 1]?.index)
        .trim()
        // What comes after an empty line is of another matter.
        .split(/\n\s*\n/)[0]!
        .replace(/[\s.,;]+$/, ''),
    );
  return found;
}

const MAX_LEAD_CHARS = 40;
const ANSWER_MARK =
  /(?<![\p{L}\p{N}])(?:#|[Qq](?:uestion )?)?\(?(\d{1,2}|[a-hA-H](?=\)))(?:[.):](?=\s)|\s?[-–—=](?=\s)|(?<=\d)(?=[a-eA-E](?![\p{L}\p{N}'])))/gu;

/** The numbered questions of a message, each with the lines below it: of several lists the last that asks. */
function questionsByMark(message: string): Map<string, string> {
  let items = new Map<string, string>();
  let asked = items;
  let [mark, indent] = ['', 0];
  /** Prose after an empty line is not of the last item. */
  let isClosed = false;
  let isBlankBefore = false;
  for (const line of message.split('\n')) {
    isClosed ||= isBlankBefore && /^[^\s\d*•(-]/.test(line) && !OPTION.test(line);
    isBlankBefore = line.trim() === '';
    const [, space = '', next, words] = ITEM.exec(line) ?? [];
    const isSibling = next !== undefined && (items.size === 0 || space.length <= indent);
    if (isSibling && (items.size === 0 || isNext(mark, next) || isFirst(next))) {
      // A list that begins anew is another list, unless it stands below a question as its options.
      if (items.size > 0 && !isNext(mark, next)) items = new Map();
      if (items.size === 0) indent = space.length;
      mark = next.toLowerCase();
      isClosed = false;
      items.set(mark, words!);
    } else if (items.size > 0 && !isClosed) items.set(mark, `${items.get(mark)}\n${line}`);
    if (items.size > 0 && items.get(mark)!.includes('?')) asked = items;
  }
  return asked.size > 1 ? asked : new Map();
}

const ITEM = /^(\s{0,6})(?:#{1,4} )?(?:[-*•] )?(?:Q(?:uestion )?)?\(?(\d{1,2}|[a-hA-H])[.):]\s+(\S.*)$/;

/** Options below a question have marks of another sort. */
const isNext = (before: string, mark: string): boolean =>
  /\d/.test(before) === /\d/.test(mark) && placeOf(mark) > placeOf(before);

const isFirst = (mark: string): boolean => mark === '1';

const placeOf = (mark: string): number => (/\d/.test(mark) ? Number(mark) : mark.toLowerCase().charCodeAt(0));

/** A message without its code, and without signs of emphasis. */
export const withoutCode = (message: string): string =>
  message
    .toWellFormed()
    .replace(/(```|~~~)[\s\S]*?(\1|$)/g, '\n')
    .replace(/\*\*|__/g, '');
