import { message } from '../../base/messages.ts';
import { contentWords, share } from '../../base/text/content-words.ts';
import { estimateTokens } from '../../base/text/tokens.ts';
import type { PassageHit } from '../passages/find-passages.ts';
import type { SaidAnswer } from '../passages/said.ts';
import { passageLine, QUOTES_HEADING, shownPassage } from '../passages/shown.ts';
import { type DeliveryLine, type DeliveryText, SILENCE } from './delivery-text.ts';

/** So much of a prompt and a passage must be the same matter to be read at all, and to be quoted unasked. */
const MIN_COSINE = 0.6;
const MIN_RELEVANCE = 0.6;

/** Whether a passage may be worth a line to a task that did not ask for it; the reranker has the last word. */
export function isWorthReading({ passage, cosine }: PassageHit, prompt: ReadonlySet<string>): boolean {
  if (passage.tainted || cosine < MIN_COSINE) return false;
  const words = contentWords(passage.text);
  return words.size >= MIN_WORDS && share(words, prompt) <= MAX_REPEATED;
}

/** A passage of fewer words tells nothing; one that is mostly the prompt's own words tells nothing new. */
const MIN_WORDS = 12;
const MAX_REPEATED = 0.6;

/** Whether what was said is so near that it is quoted unasked. What something newer replaced is not. */
export const isWorthQuoting = ({ relevance = 0, earlier }: SaidAnswer): boolean =>
  relevance >= MIN_RELEVANCE && !earlier;

/** What was said before about a task, a line each, with date and speaker; as many as there is room for. */
export function saidBefore(answers: readonly SaidAnswer[], tokens: number): DeliveryText {
  const lines: DeliveryLine[] = [];
  const textOf = (some: readonly DeliveryLine[]) =>
    [QUOTES_HEADING, ...some.map(({ text }) => text)].join('\n');
  for (const answer of answers) {
    // The messages beside it were not looked at: they may be tainted.
    const text = `- ${passageLine(shownPassage({ ...answer, before: [], after: [] }))}`;
    const why = message('deliver.said', { relevance: (answer.relevance ?? 0).toFixed(2) });
    const line = { text, tokens: estimateTokens(text), memory: null, passage: answer.passage.event, why };
    if (estimateTokens(textOf([...lines, line])) <= tokens) lines.push(line);
  }
  if (lines.length === 0) return SILENCE;
  const text = textOf(lines);
  return { text, tokens: estimateTokens(text), lines, left: [] };
}
