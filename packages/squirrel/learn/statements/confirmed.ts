import type { SentenceReading } from '@sqrl/base/model/judgement.ts';
import type { Sighting } from '@sqrl/base/model/sighting.ts';
import { agreementIn } from '@sqrl/base/text/agreement.ts';
import { amendedText, type ProposedSentence } from './agreement.ts';
import type { AnsweredQuestion } from './answers.ts';
import { SURELY_OWN } from './authorship.ts';
import { isForNow, markerOf } from './markers.ts';
import { evidenceOf, HEARD, probabilityOf } from './probability.ts';
import type { SaidFacts } from './said.ts';
import { asReach, IN_PROJECT, type PersonsTurn, sightingOf } from './turn.ts';
import { asStatement } from './wording.ts';

/** The agent's sentences that the person agreed to, as far as they hold beyond the task. */
export function agreedTo(
  { message, text, step }: PersonsTurn,
  proposed: readonly ProposedSentence[],
  readings: readonly SentenceReading[],
): Sighting[] {
  const agreement = proposed.length > 0 ? agreementIn(text) : undefined;
  if (!agreement) return [];
  const scored = proposed.map((sentence, i) => {
    const place = { sentence: sentence.text, prompt: sentence.text, number: 0, count: 1 };
    const evidence = evidenceOf(place, readings[i]!);
    const bonus =
      (sentence.isSummary ? SUMMARY_ODDS : 0) +
      (agreement.settles ? SETTLED_ODDS : 0) +
      (agreement.isBare ? 0 : UNSURE_ODDS) +
      (i === proposed.length - 1 ? 0 : UNSURE_ODDS / 2);
    return { sentence, reading: readings[i]!, probability: withOdds(probabilityOf(evidence), bonus) };
  });
  const kept = scored.filter(
    ({ probability, sentence }) =>
      probability >= (sentence.isSummary || agreement.settles ? MIN_AGREED : MIN_AGREED_PLAIN),
  );
  if (kept.length === 0) return [];
  // One agreement is one memory.
  const joined = kept
    .map(({ sentence }) => sentence.text)
    .join(' ')
    .slice(0, MAX_AGREED_CHARS);
  const best = kept.reduce((a, b) => (b.probability > a.probability ? b : a));
  const facts: SaidFacts = {
    text: amendedText(joined, agreement.amendment),
    kind: best.reading.kind,
    reach: asReach(best.reading.reach),
    ...IN_PROJECT,
    probability: best.probability,
    isExplicit: false,
    agreedTo: kept
      .map(({ sentence }) => sentence.quote)
      .join(' ')
      .slice(0, MAX_AGREED_CHARS),
  };
  return [answeringOf({ step, message }, facts, text.split('\n')[0]!)];
}

/** Log odds that the words around a proposed sentence add. */
const SUMMARY_ODDS = 1.6;
const SETTLED_ODDS = 1.2;
const UNSURE_ODDS = -1;
const MIN_AGREED = 0.45;
const MIN_AGREED_PLAIN = 0.85;
const MAX_AGREED_CHARS = 500;

const withOdds = (probability: number, odds: number): number =>
  1 / (1 + Math.exp(-(Math.log(probability / (1 - probability)) + odds)));

/** What an answer decides. What was offered and chosen needs no model; words of the person's own do. */
export function answerStatement(
  { step, message, sentences }: PersonsTurn,
  { text, question, answer, isChosen }: AnsweredQuestion,
  reading: SentenceReading,
): Sighting[] {
  const evidence = evidenceOf({ sentence: text, prompt: text, number: 0, count: 1 }, reading);
  const isLasting = markerOf(answer)?.isOrder === true && sentences.every(({ own }) => own >= SURELY_OWN);
  const isExplicit = isChosen || isLasting;
  const probability = isExplicit ? ANSWERED : probabilityOf({ ...evidence, asks: 0, corrects: 0 });
  if (probability < HEARD) return [];
  const facts: SaidFacts = {
    text: asStatement(text),
    kind: 'decision',
    ...IN_PROJECT,
    // Agents ask about the part they work on.
    reach: isForNow(answer) ? 'task' : 'part',
    probability,
    isExplicit,
    agreedTo: question,
  };
  return [answeringOf({ step, message }, facts, answer)];
}

/** What a person confirmed of an agent's words: those may repeat foreign text even if the person agrees. */
const answeringOf = (
  { step, message }: Pick<PersonsTurn, 'step' | 'message'>,
  facts: SaidFacts,
  quote: string,
): Sighting => ({
  ...sightingOf(step, facts, quote),
  events: [step.id, ...(message ? [message.step.id] : [])],
  proof: 'user_confirmation',
  tainted: step.tainted || message?.step.tainted === true,
});

const ANSWERED = 0.7;
