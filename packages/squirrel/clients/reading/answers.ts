import type { Tool } from '@sqrl/base/model/event.ts';
import { parseJson } from './json.ts';
import { type ForeignRecord, isRecord, listOrEmpty, record, textOrEmpty } from './record.ts';

/**
 * What a person answered to an agent's questions, in the words of Claude Code and opencode: clients that leave the question
 * out of the result, or name it by a number, are read in the same form. Undefined where nothing was answered.
 */
function answersText(pairs: readonly (readonly [question: string, answer: string])[]): string | undefined {
  const answered = pairs
    .map(([question, answer]) => [inOneLine(question), inOneLine(answer)] as const)
    .filter(([question, answer]) => question !== '' && answer !== '');
  if (answered.length === 0) return undefined;
  // A quote would end the answer.
  const told = answered.map(([question, answer]) => `"${question}"="${answer.replaceAll('"', "'")}"`);
  return `User has answered your questions: ${told.join(', ')}.`;
}

/** A question a line, with its id: the answers of some clients name no more than that. */
export const askedLines = (input: ForeignRecord): string =>
  questionsIn(input)
    .map(({ id, question }) => `${id}: ${inOneLine(question)}`)
    .join('\n');

/** What a person answered, with the questions of the call; undefined for what is not an answer. */
export function answersOf(output: string, { tool, command }: { tool: Tool | null; command: string | null }) {
  if (tool !== 'ask' || command === null) return undefined;
  const one = /^User (?:selected|responded|response): ([\s\S]+)$/.exec(output)?.[1];
  const answers = answersById(output);
  return answersText(
    command.split('\n').map((line) => {
      const at = line.indexOf(': ');
      return [line.slice(at + 2), one ?? answers.get(line.slice(0, at)) ?? ''];
    }),
  );
}

/** The questions that a call asks: `{questions: [{id, question}]}`, or a single `{question}`. */
function questionsIn(input: unknown): { id: string; question: string }[] {
  const { questions, question } = record(input);
  if (typeof question === 'string') return [{ id: '0', question }];
  return listOrEmpty(questions)
    .map(record)
    .map((each, i) => ({ id: textOrEmpty(each.id) || String(i), question: textOrEmpty(each.question) }));
}

/** The answers of a result by the ids or numbers of their questions: `{"answers": {"0": "…", "storage": {"answers": […]}}}`. */
function answersById(result: string): Map<string, string> {
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
