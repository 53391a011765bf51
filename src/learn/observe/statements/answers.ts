import { namedFilesAndSymbols } from '../../claims/mentions.ts';
import { english } from './cues/english.ts';
import type { Statement } from './statement.ts';
import { significant } from './subject.ts';

/** What a person decided by answering the agent's questions: theirs is the answer, the question only says of what. */
export const answersIn = (result: string): Statement[] =>
  pairsIn(result).flatMap(([asked, given]) => {
    const question = asked.replace(/\s+/g, ' ').trim();
    const answer = given
      .replace(/\s*\((?:recommended|default)\)/i, '')
      .replace(/\s+/g, ' ')
      .trim();
    if (
      !isDesign(question) ||
      question.length > MAX_QUESTION_CHARS ||
      /^(?:yes|no|ok|sure|other|skip|later|cancel|unanswered)\b(?:$|[,.:])/i.test(answer)
    )
      return [];
    if (significant(answer, english).length === 0 || answer.length > MAX_QUESTION_CHARS) return [];
    // Who answers with a question has decided nothing, and "both" says something only of what the question names.
    if (answer.includes('?') || (COUNTS.test(answer) && !/\bor\b/i.test(question))) return [];
    const text = `${question} Decided: ${answer}.`;
    return [
      {
        kind: 'decision',
        corrects: false,
        once: !isOfTheProduct(question),
        type: 'decision',
        polarity: 1,
        key: null,
        subject: significant(question, english).join(' '),
        value: answer.toLowerCase(),
        because: null,
        text: text.replace(/\.\.$/, '.'),
        quote: `${question} = ${answer}`.slice(0, 300),
        line: result,
        ...namedFilesAndSymbols(text),
        scope: 'project',
        scopeOf: null,
        trigger: null,
        strength: 0.75,
      } satisfies Statement,
    ];
  });

const COUNTS = /^(?:both|all|neither|none|either)(?: of (?:them|these|those|the above))?[.!]?$/i;

/** Says what it is about, and does not ask for the person's taste or plans: it can be read without the conversation. */
export const isOfTheProduct = (question: string): boolean =>
  !/\byour?\b/i.test(question) &&
  significant(question, english).filter((word) => !POINTING.test(word)).length >= MIN_SUBJECT_WORDS;

const MIN_SUBJECT_WORDS = 2;
const POINTING = /^(?:approach|option|way|one|choice|direction|tradeoffs?|areas?|version|based|prefer\w*)$/i;

/** Each `"question?"="answer"` of a result. A question may have quotes in it, an answer has none. */
function pairsIn(result: string): [question: string, answer: string][] {
  const pairs: [string, string][] = [];
  let from = 0;
  for (let at = result.indexOf(BETWEEN); at >= 0; at = result.indexOf(BETWEEN, from)) {
    const begin = result.indexOf('"', from);
    const end = result.indexOf('"', at + BETWEEN.length);
    if (end < 0) break;
    const question = begin < at ? result.slice(begin + 1, at) : '';
    const answer = result.slice(at + BETWEEN.length, end);
    if (answer !== '' && /\?[^"]{0,40}$/.test(question.slice(-41))) {
      pairs.push([question, answer]);
      from = end + 1;
    } else from = at + BETWEEN.length - 1;
  }
  return pairs;
}

const BETWEEN = '"="';
const MAX_QUESTION_CHARS = 320;

/** Asks how the product shall be, not what to do next or whether it may. */
export const isDesign = (question: string): boolean =>
  /\b(?:should|which|where|how)\b/i.test(question) &&
  !/\b(?:can i|may i|should i|shall i|do you want me|would you like me|what should i|how should i|how would you like|ready|proceed|continue|commit|push|next)\b/i.test(
    question,
  ) &&
  !/\bthis (?:pr|branch|commit|session|time)\b/i.test(question);
