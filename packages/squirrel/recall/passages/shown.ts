import { saidId } from '@sqrl/base/model/citation.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { printed } from '@sqrl/base/model/printed.ts';
import { contentWords, share } from '@sqrl/base/text/content-words.ts';
import type { SaidMessage } from '../../store/passages/passages.ts';
import type { SaidAnswer } from './said.ts';

type ShownNeighbor = Pick<SaidMessage, 'speaker' | 'text'>;

/** So much of a neighbor helps to understand a passage. */
const NEIGHBOR_CHARS = 280;

export const shownPassage = ({ passage, before, after, earlier, score }: SaidAnswer) => ({
  /** Opens it: `sqrl show said:1a2b3c4d5e6f`. */
  id: saidId(passage.event),
  speaker: passage.speaker,
  at: passage.at,
  client: passage.client,
  session: passage.session,
  text: passage.text,
  before: before.map((message) => shownNeighbor(message, 'end')),
  after: after.map((message) => shownNeighbor(message, 'start')),
  /** Something newer on the same matter stands before it. */
  earlier,
  /** Said after text from outside had come into the conversation. */
  tainted: passage.tainted,
  score,
});

export type ShownPassage = ReturnType<typeof shownPassage>;

/** Of what came before the end matters, of what came after the start. */
function shownNeighbor({ speaker, text }: SaidMessage, part: 'start' | 'end'): ShownNeighbor {
  const whole = text.trim();
  if (whole.length <= NEIGHBOR_CHARS) return { speaker, text: whole };
  const cut = part === 'start' ? whole.slice(0, NEIGHBOR_CHARS) : whole.slice(-NEIGHBOR_CHARS);
  return { speaker, text: part === 'start' ? `${cut.toWellFormed()}…` : `…${cut.toWellFormed()}` };
}

/** A passage that holds this share of a memory's words says the same. */
const SAME_WORDS = 0.7;

/** Leaves out passages that only say what a memory among the answers says: knowledge goes first. */
export function withoutKnown<A extends Pick<SaidAnswer, 'passage'>>(
  answers: readonly A[],
  told: readonly { memory: Pick<Memory, 'text'> }[],
): A[] {
  const known = told.map(({ memory }) => contentWords(memory.text)).filter(({ size }) => size > 2);
  return answers.filter(({ passage }) => {
    const said = contentWords(passage.text);
    // A long passage says more than the memory that was made of it.
    return !known.some((words) => share(words, said) >= SAME_WORDS && said.size <= 2 * words.size);
  });
}

export const QUOTES_HEADING = 'Said in past sessions';

/** So much of a passage is told: a rule of several parts is not cut before its last. */
const LINE_CHARS = 900;
const BESIDE_CHARS = 200;

/**
 * A passage as a line for an agent: a quotation with its speaker and date, which opens by its id. A short answer comes with
 * what it answers, and what an agent said with what the person made of it.
 */
export function passageLine({
  id,
  speaker,
  at,
  text,
  before,
  after,
  earlier,
  tainted,
}: ShownPassage): string {
  const marks = [
    new Date(at).toISOString().slice(0, 10),
    speaker,
    ...(earlier ? ['earlier'] : []),
    ...(tainted ? ['after reading outside text'] : []),
  ];
  const [question, answer] = [before.at(-1), after[0]];
  const lead =
    question && text.length < SHORT_CHARS
      ? `${question.speaker}: "${printed(question.text, BESIDE_CHARS)}" → `
      : '';
  const verdict =
    answer && speaker === 'agent' && answer.speaker === 'person'
      ? ` → person: "${printed(answer.text, BESIDE_CHARS)}"`
      : '';
  return `(${marks.join(', ')}) ${lead}"${printed(text, LINE_CHARS)}"${verdict} [${id}]`;
}

const SHORT_CHARS = 120;
