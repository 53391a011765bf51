/** An answer to a tool that asks the person: what was offered and chosen needs no model. */
export interface AnsweredQuestion {
  /** Question and answer, so that it can be read alone. */
  text: string;
  /** The agent's words. */
  question: string;
  /** The person's words. */
  answer: string;
}

/** The answers in the result of a tool that asks the person, `"question"="answer"` each. */
export const askedAnswers = (result: string): AnsweredQuestion[] =>
  [...result.slice(0, MAX_RESULT_CHARS).matchAll(/"([^"]+)"="([^"]*)"/g)].flatMap(([, question, answer]) =>
    decisionOn(question!, answer!),
  );

const MAX_RESULT_CHARS = 20_000;
const MAX_QUESTION_CHARS = 320;

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

/** The decision that an answer makes; none where it decides nothing, or only what the agent does next. */
function decisionOn(asked: string, given: string): AnsweredQuestion[] {
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
  if (UNDECIDED.test(answer)) return [];
  if (
    /^(?:yes|no|ok)\b[\s,.!]*$/i.test(answer) &&
    !/\b(?:should|shall|must|is|are|do|does)\b/i.test(question)
  )
    return [];
  return [{ text: `${question} Decided: ${answer}.`, question, answer: given.trim() }];
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
const CHOOSING =
  /^(?:(?:yes|ok(?:ay)?|sure)[,.] )?(?:let's (?:go with|use|do|say|take)|go with|go for|i(?:'d| would) (?:say|go with|prefer)|i prefer|i'd rather have) /i;
