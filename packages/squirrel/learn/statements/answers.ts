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
export const askedAnswers = (result: string): AnsweredQuestion[] =>
  [...result.slice(0, MAX_RESULT_CHARS).matchAll(/"([^"]+)"="([^"]*)"/g)].flatMap(([, question, answer]) =>
    decisionOn(question!, answer!, true),
  );

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
    const questions = questionsByNumber(end);
    const asked = [...numbered].flatMap(([number, answer]) => {
      const question = questions.get(number);
      return question?.includes('?') ? [{ question, answer }] : [];
    });
    // Numbered wishes after a numbered plan are no answers.
    if ([...numbered.keys()].some((number) => !questions.has(number)) || 2 * asked.length < numbered.size)
      return [];
    return asked.flatMap(({ question, answer }) => decisionOn(questionIn(question)!, answer, true));
  }
  if (said.length > MAX_ANSWER_CHARS || /[?\n{}<>]|:$/.test(said)) return [];
  const options = optionsIn(end);
  const question =
    questionIn(end) ?? (options.length > 0 ? questionIn(end.slice(0, end.search(OPTION))) : undefined);
  if (question === undefined) return [];
  const picked = pickedFrom(options, said);
  if (picked !== undefined) return decisionOn(question, picked, true);
  // Words of the person's own answer a question that leaves it open, or take up one of its words.
  const isAnswer = !PICKS.test(said) && (OPEN_QUESTION.test(question) || sharesWord(question, said));
  return isAnswer ? decisionOn(question, said, false) : [];
}

/** In characters. */
const MAX_PROMPT_CHARS = 2000;
const MAX_ANSWER_CHARS = 120;
const MAX_MESSAGE_CHARS = 6000;
const MAX_QUESTION_CHARS = 320;

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

const OPEN_QUESTION = /^(?:which|where|how|what|who|when|welche|wie|wo|quel|comment|où|qué|cómo)\b/i;

const sharesWord = (question: string, answer: string): boolean => {
  const words = new Set(question.toLowerCase().match(/\p{L}{4,}/gu) ?? []);
  return (answer.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some((word) => words.has(word));
};

const OPTION = /^\s{0,8}(?:[-*•]\s+)?\(?(?:option\s+)?(\d|[a-e])[.):]\s{0,4}(\S.*)$/gim;

/** The options of a message, each up to where it is explained. */
function optionsIn(message: string): { mark: string; words: string }[] {
  const options = [...message.matchAll(OPTION)]
    .map(([, mark, words]) => ({ mark: mark!.toLowerCase(), words: words!.trim() }))
    .filter(({ words }) => !words.endsWith('?'));
  return options.length < 2
    ? []
    : options.map(({ mark, words }) => ({
        mark,
        words: words
          .split(/\s[–—]\s|(?<=\w{3})[.:]\s/)[0]!
          .trim()
          .slice(0, 200),
      }));
}

/** "The second one", "option 2", "b please": the words are of any language, the place is what counts. */
const PLACES = [
  'first|former|1st|erste[ns]?|premi(?:er|ère)|primer[ao]?',
  'second|latter|2nd|zweite[ns]?|deuxième|segund[ao]',
  'third|3rd|dritte[ns]?|troisième|tercer[ao]?',
].map(
  (words) =>
    new RegExp(`^(?:[\\p{L}',]+ ){0,4}(?:${words})(?: (?:one|option|variant|approach|please))*$`, 'iu'),
);
const MARK =
  /^(?:[\w',]+ ){0,3}?(?:option |variant |number |#)?\(?(\d|[a-e])\)?(?: (?:please|then|is (?:good|fine|better)|it is))*$/i;
const PICKS = /^(?:the )?(?:first|second|third|last|former|latter|option)\b/i;

function pickedFrom(options: readonly { mark: string; words: string }[], answer: string): string | undefined {
  const said = answer.replace(/[\s.!]+$/, '');
  const place = PLACES.findIndex((words) => words.test(said));
  const mark = MARK.exec(said)?.[1]?.toLowerCase();
  return (place >= 0 ? options[place] : options.find((option) => option.mark === mark))?.words;
}

/** The answers of a prompt by their numbers: `1. yes 2) in cents`; fewer than two where it is not such a list. */
function numberedIn(prompt: string): Map<number, string> {
  let last = 0;
  // "5. covered in 1." ends with a number that no answer begins with.
  const marks = [...prompt.matchAll(ANSWER_NUMBER)].filter(({ 1: number }) => {
    const isNext = Number(number) > last;
    if (isNext) last = Number(number);
    return isNext;
  });
  if (marks.length < 2 || marks[0]!.index > MAX_LEAD_CHARS) return new Map();
  return new Map(
    marks.map(({ 0: whole, 1: number, index }, i) => [
      Number(number),
      prompt
        .slice(index + whole.length, marks[i + 1]?.index)
        .trim()
        // What comes after an empty line is of another matter.
        .split(/\n\s*\n/)[0]!
        .replace(/[\s.,;]+$/, ''),
    ]),
  );
}

const MAX_LEAD_CHARS = 40;
const ANSWER_NUMBER =
  /(?<![\p{L}\p{N}])(?:#|[Qq](?:uestion )?)?\(?(\d{1,2})(?:[.):](?=\s)|\s?[-–—=](?=\s))/gu;

/** The numbered lines of a message: of several lists the last that asks. */
function questionsByNumber(message: string): Map<number, string> {
  let items = new Map<number, string>();
  let asked = items;
  for (const [, number, words] of message.matchAll(ITEM)) {
    if (items.has(Number(number))) items = new Map();
    items.set(Number(number), words!);
    if (words!.includes('?')) asked = items;
  }
  return asked;
}

const ITEM = /^\s{0,6}(?:#{1,4} )?(?:[-*•] )?(?:Q(?:uestion )?)?\(?(\d{1,2})[.):]\s+(\S.*)$/gm;

/** A message without its code, and without signs of emphasis. */
export const withoutCode = (message: string): string =>
  message
    .toWellFormed()
    .replace(/(```|~~~)[\s\S]*?(\1|$)/g, '\n')
    .replace(/\*\*|__/g, '');
