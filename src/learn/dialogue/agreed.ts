import type { SentenceReading } from '../../model/judgement.ts';
import { ACTIVE, ACTIVE_TWICE } from '../judgement/probability.ts';
import { type AnsweredQuestion, answeredIn } from './answered.ts';
import { confirmationIn } from './confirmation.ts';
import { confirmedStatements, type EarlierPrompt, statementsToRead } from './confirmed.ts';
import { numberedAnswers } from './numbered.ts';
import { sentencesIn } from './phrases.ts';
import { agreedOver } from './spread.ts';

/** A prompt with the agent's message that it answers. */
export interface Exchange {
  message: string;
  prompt: string;
  /** What the person had said before that message. */
  earlier: string | null;
  /** The agent's message before that. */
  proposal: string | null;
}

/** What the two came to: a statement that can be understood alone, with the words of both. */
export interface Agreement {
  text: string;
  kind: SentenceReading['kind'];
  reach: SentenceReading['reach'];
  probability: number;
  /** The agent's words. */
  agreedTo: string;
  /** The person's. */
  quote: string;
}

/** The statements of the agent's message that the model has to read for `agreementsIn`; mostly none. */
export const blocksToRead = ({ message, prompt }: Pick<Exchange, 'message' | 'prompt'>): string[][] =>
  confirmationIn(prompt) ? statementsToRead(message) : [];

/** What a person agreed to, or decided by an answer. `readings`: of `blocksToRead`, one after the other. */
export function agreementsIn(
  { message, prompt, earlier, proposal }: Exchange,
  readings: readonly SentenceReading[],
): Agreement[] {
  const confirmation = confirmationIn(prompt);
  if (confirmation) {
    const agreed = confirmedStatements(message, readings, confirmation, readEarlier(earlier ?? '')).map(
      ({ text, reading: { kind, reach }, probability, quote }): Agreement => ({
        text,
        kind,
        reach,
        probability,
        agreedTo: quote.slice(0, MAX_QUOTE_CHARS),
        quote: confirmation.quote,
      }),
    );
    if (agreed.length > 0) return agreed;
    const over = proposal === null ? undefined : agreedOver({ proposal, change: earlier ?? '', message });
    if (over) return [agreementOf({ ...over, answer: confirmation.quote, lasts: confirmation.lasts })];
  }
  const numbered = numberedAnswers(message, prompt);
  const answered = numbered.length > 0 ? numbered : [answeredIn(message, prompt)];
  return answered.flatMap((each) => (each ? [agreementOf(each)] : []));
}

const agreementOf = ({ text, quote, answer, lasts }: AnsweredQuestion): Agreement => ({
  text,
  kind: 'decision',
  reach: 'project',
  probability: lasts ? ACTIVE : ACTIVE_TWICE,
  agreedTo: quote,
  quote: answer,
});

const MAX_QUOTE_CHARS = 300;

/** What the person had said before: perhaps a question. */
function readEarlier(prompt: string): EarlierPrompt {
  const end = sentencesIn(prompt.trim().split('\n').at(-1)!).at(-1)?.trim() ?? '';
  const last = end.replace(OPENING, '');
  if (last.length > MAX_QUESTION_CHARS || !(last.endsWith('?') || ASKS.test(last)))
    return {
      question: null,
      asksToKnow: ASKS_TO_KNOW.test(prompt),
      sendsOn: prompt !== '' && SENDS_ON.test(prompt.trim()),
    };
  const text = last.replace(/[\s?.!]+$/, '');
  return {
    question: text === '' ? null : `${text[0]!.toUpperCase()}${text.slice(1)}?`,
    asksToKnow: ASKS_TO_KNOW.test(prompt) || ASKS_TO_KNOW.test(last),
    sendsOn: false,
  };
}

const MAX_QUESTION_CHARS = 160;
const OPENING = /^(?:(?:ok(?:ay)?|so|and|well|hey|hi|right|then|now)\b[,:]? ){1,3}/i;
const ASKS =
  /^(?:how|which|where|what|who|when|should|shall|do|does|is|are|wie|wo|was|wer|comment|où|qui|cómo|dónde|qué)\b/i;

/** A prompt that says nothing of any matter. */
const SENDS_ON =
  /^(?:(?:ok(?:ay)?|yes|please|and|now|great|thanks)[,.]? )*(?:go on|go ahead|continue|proceed|carry on|keep going|next|do it|weiter|mach weiter|continue[rz]?|sigue)?[\s.!]*$/i;

/** Asks how something is, works or went, not how it shall be. */
const ASKS_TO_KNOW =
  /^(?:(?:can|could|would|will) you (?:please )?)?(?:explain|show|tell|summari[sz]e|describe|check|look|list|find|why|did|has|have|is the|are the|was|were|how (?:do|can|would) i|how many|how much|how is|what (?:does|is|was|are|were|changed|happened|went)|which (?:file|branch|line|commit|test|version)|where (?:is|was|did))\b/i;
