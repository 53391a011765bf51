import type { SentenceReading } from '@sqrl/base/model/judgement.ts';
import type { Sighting } from '@sqrl/base/model/sighting.ts';
import { agreementIn, LASTS } from '@sqrl/base/text/agreement.ts';
import { escaped } from '@sqrl/base/text/escaped.ts';
import { piecesOf } from '@sqrl/base/text/pieces.ts';
import { type AnsweredQuestion, withoutCode } from './answers.ts';
import { SURELY_OWN } from './authorship.ts';
import { leansBack } from './leaning.ts';
import { isForNow, isQuestion, markerOf } from './markers.ts';
import { evidenceOf, HEARD, probabilityOf } from './probability.ts';
import type { SaidFacts } from './said.ts';
import { asReach, IN_PROJECT, type PersonsTurn, sightingOf } from './turn.ts';
import { asSentence, asStatement } from './wording.ts';

export interface ProposedSentence {
  text: string;
  /** The agent sums up with it, or asks whether it is so. */
  isSummary: boolean;
  quote: string;
}

/** The sentences at the end of an agent's message that say how something is to be; not what it did or offers to do. */
export function proposedSentences(message: string): ProposedSentence[] {
  const found: ProposedSentence[] = [];
  let isListed = false;
  for (const line of lastLines(message)) {
    const isItem = LIST_MARK.test(line);
    for (const piece of piecesOf(line.replace(LIST_MARK, ''))) {
      const quote = piece.trim();
      if (ASKS_TO_CONFIRM.test(quote)) {
        if (found.length > 0) found.at(-1)!.isSummary = true;
        continue;
      }
      if (TRY_IT.test(quote)) continue;
      const lead = LEAD.exec(quote)?.[0] ?? '';
      const text = proposalIn(quote.slice(lead.length).replace(TAG, '').trim());
      isListed = isItem ? isListed : /:\s*$/.test(quote) && SUMS_UP.test(quote);
      if (text === undefined || text.split(/\s+/).length < MIN_WORDS || leansBack(text)) continue;
      found.push({
        text: asSentence(text),
        isSummary: SUMS_UP.test(lead) || isListed || TAG.test(quote),
        quote,
      });
    }
  }
  return found.slice(-MAX_SENTENCES);
}

/** Whether an agent's message ends by asking whether it is so. */
export function asksToConfirm(message: string): boolean {
  const last = lastLines(message).at(-1);
  const quote = last === undefined ? undefined : piecesOf(last).at(-1)?.trim();
  return quote !== undefined && (ASKS_TO_CONFIRM.test(quote) || TAG.test(quote));
}

/** What a sentence of an agent proposes; undefined for a question, and for what the agent did or offers for its task. */
function proposalIn(said: string): string | undefined {
  const text = said.replace(PROPOSES, '');
  if (text === '' || text.endsWith(':') || (OF_AGENT.test(text) && !LASTS.test(text))) return undefined;
  if (!text.endsWith('?')) return text;
  return isQuestion(text.slice(0, -1)) ? undefined : text.slice(0, -1);
}

const PROPOSES =
  /^(?:then |so )?(?:i(?:'d| would) (?:suggest|propose|recommend|say|prefer)?\s*|i (?:suggest|propose|recommend) |my (?:suggestion|proposal) (?:is|would be):? )/i;

const MAX_MESSAGE_CHARS = 1500;
const MAX_SENTENCES = 8;
const MIN_WORDS = 3;
const LIST_MARK = /^\s*(?:[-*•]|\(?\d{1,2}[.)])\s+/;

const lastLines = (message: string): string[] =>
  withoutCode(message)
    .slice(-MAX_MESSAGE_CHARS)
    .split('\n')
    .filter((line) => /\p{L}/u.test(line) && !/^\s*(?:#{1,6}\s|\||>)/.test(line));

/** "Settled:", "So the rule is:", "Understood, ": what leads to a statement. */
const LEAD =
  /^(?:(?:got it|understood|okay|ok|so|then|great|good|alright|right|sure|yes|noted|makes sense|perfect|agreed|to confirm|in short|in summary|verstanden|compris|entendido)[,.!:–—]?\s+)*(?:[^:.!?`"]{2,45}(?::|\s[–—])\s+(?=\S+ \S+ \S+))?(?:(?:so |then )?(?:the (?:rule|decision|plan|policy|convention) is(?: that)?|we(?:'ve| have)? (?:settled on|decided(?: that)?|agreed(?: that)?)|it's (?:decided|settled)(?: that)?|you want(?: that)?|i(?:'ll| will) remember(?: that)?|if i understand(?: you)? (?:right|correctly),?)[,:]?\s+)?/iu;
const SUMS_UP =
  /\b(?:settled|decided|decision|rule|convention|policy|agreed|agreement|confirm|understood|understand|got it|noted|summary|summar|in short|conclusion|so (?:we|the)|then (?:we|the|it)|from now on|remember|propos(?:e|al)|suggest(?:ion)?|recommend(?:ation)?|verstanden|vereinbart|compris|entendido)\b/i;
const TAG = /[,–—-]\s*(?:right|correct|ok(?:ay)?|yes|agreed|is that right|oder|richtig|non|no|verdad)\?$/i;
const ASKS_TO_CONFIRM =
  /^(?:is that|does that|did i|do i|have i|am i|shall (?:we|i) (?:make|keep|note|remember)|right|correct|agreed|ok(?:ay)?|sound)\b[^.!]{0,60}\?$/i;
/** What the agent did, does or offers: of its task alone. */
const OF_AGENT =
  /^(?:i|i'm|i've|i'll|i'd|let me|we (?:can|could|start|begin)|you(?: are| were| told| asked| wanted| can| could|'re)|want me|should i|shall i|would you|here(?:'s| is| are)|there (?:is|are|were)|this (?:fix|chang|add|remov|mean)|all (?:tests|done|set)|done|now i|next|the (?:tests?|build|fix|change) (?:pass|fail|is|are|now))\b/i;

/** Asks the person to look at what was done. */
const TRY_IT =
  /^(?:please )?(?:(?:re)?run|try|test|check|re(?:start|load|build)|open) (?:it|this|that|again|to)\b/i;

/** What was agreed to, with what the person wants otherwise. */
export function amendedText(text: string, amendment: string | null): string {
  if (amendment === null) return text;
  const [, yes, no] = INSTEAD.exec(amendment) ?? [];
  if (yes !== undefined && no !== undefined && text.includes(no.trim()))
    return text.replace(withUnit(no.trim(), yes), yes.trim());
  return `${text.replace(/[.!]$/, '')}, but ${amendment.replace(/[\s.!]+$/, '')}.`;
}

const INSTEAD =
  /^(?:make (?:it|that) |use |with )?(.{1,60}?),? (?:instead of|rather than|not|statt|au lieu de|en vez de) (.{1,60}?)[.!]?$/is;

/** "30 days instead of 14": the unit of the old figure goes with it. */
const withUnit = (no: string, yes: string): RegExp => {
  const unit = /^\d[\d.,]*\s+(\p{L}+)/u.exec(yes.trim())?.[1];
  return new RegExp(`${escaped(no)}${unit && /^\d/.test(no) ? `(?:\\s+${escaped(unit)})?` : ''}`);
};

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
