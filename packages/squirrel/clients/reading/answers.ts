import { parseJson } from './json.ts';
import { isRecord, listOrEmpty, record, textOrEmpty } from './record.ts';

/**
 * What a person answered to an agent's questions, in the words of Claude Code and opencode: clients that leave the question
 * out of the result, or name it by a number, are read in the same form. Undefined where nothing was answered.
 */
export function answersText(
  pairs: readonly (readonly [question: string, answer: string])[],
): string | undefined {
  const answered = pairs
    .map(([question, answer]) => [inOneLine(question), inOneLine(answer)] as const)
    .filter(([question, answer]) => question !== '' && answer !== '');
  if (answered.length === 0) return undefined;
  // A quote would end the answer.
  const told = answered.map(([question, answer]) => `"${question}"="${answer.replaceAll('"', "'")}"`);
  return `User has answered your questions: ${told.join(', ')}.`;
}

/** The questions that a call asks: `{questions: [{id, question}]}`, or a single `{question}`. */
export function questionsIn(input: unknown): { id: string; question: string }[] {
  const { questions, question } = record(input);
  if (typeof question === 'string') return [{ id: '0', question }];
  return listOrEmpty(questions)
    .map(record)
    .map((each, i) => ({ id: textOrEmpty(each.id) || String(i), question: textOrEmpty(each.question) }));
}

/** The answers of a result by the ids or numbers of their questions: `{"answers": {"0": "…", "storage": {"answers": […]}}}`. */
export function answersById(result: string): Map<string, string> {
  const told = result.startsWith('{') ? parseJson(Buffer.from(result)) : undefined;
  const answers = record(isRecord(told) ? told.answers : undefined);
  return new Map(Object.entries(answers).map(([id, answer]) => [id, answerIn(answer)]));
}

/** A label, several, or `Other` with what the person wrote. */
function answerIn(answer: unknown): string {
  if (typeof answer === 'string') return answer;
  const told = listOrEmpty(isRecord(answer) ? answer.answers : answer).map(textOrEmpty);
  const notes = told.flatMap((each) => (each.startsWith(NOTE) ? [each.slice(NOTE.length).trim()] : []));
  const labels = told.filter(
    (each) => !each.startsWith(NOTE) && !/^(?:other|none of the above)$/i.test(each),
  );
  return [...labels, ...notes].filter(Boolean).join(', ');
}

const NOTE = 'user_note: ';
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
