import { cutToTokens, readablePart } from './cut.ts';
import { MAX_TOKENS, openEncoder, type TextNearness, type TokenIds } from './encoder.ts';
import { holdingIn } from './late-interaction.ts';
import { loadTokenizer, type Tokenize } from './tokenizer.ts';

/** What was seen in some texts for a question. */
export interface TextComparison {
  /** How near each is. */
  near: TextNearness[];
  /** How many of them hold each of the question's tokens. */
  holding: number[];
}

/** A loaded model. Its calls take milliseconds a text and block: it lives in a worker. */
export interface LocalModel {
  /** Unit vectors of `texts`, one after the other. */
  embed(texts: readonly string[]): Float32Array;
  /** Compares texts with the question; what stands `before` each is read along with it. */
  compare(question: string, texts: readonly string[], before?: readonly string[]): TextComparison;
}

/** Loads a model into this thread, given its file of weights. */
export function openLocalModel(weights: string): LocalModel {
  const encoder = openEncoder(weights);
  const tokenize = loadTokenizer();
  const idsOf = (text: string): TokenIds => idsWithin(text, tokenize);
  return {
    embed: (texts) => encoder.embed(texts.map(idsOf)),
    compare(question, texts, before = []) {
      const asked = idsOf(question);
      const candidates = texts.map(idsOf);
      const leads = candidates.map((ids, i) => (before[i] ? leadOf(idsOf(before[i]), ids) : []));
      const whole = candidates.map(([mark, ...ids], i) => [mark!, ...leads[i]!, ...ids]);
      const starts = leads.map((lead) => (lead.length === 0 ? 0 : lead.length + 1));
      return {
        near: encoder.compare(asked, whole, starts),
        holding: holdingIn(asked, candidates),
      };
    },
  };
}

/** As many ids of what stands before a text as may be read with it, without the marks at both ends. */
const leadOf = (before: TokenIds, text: TokenIds): TokenIds =>
  before.slice(1, -1).slice(0, Math.max(0, Math.min(MAX_BEFORE, MAX_TOKENS - text.length)));

/** What stands before a text only helps to read it: it may take no more than this many tokens. */
const MAX_BEFORE = 80;

/** The ids of as much of a text as the model can read. */
function idsWithin(text: string, tokenize: Tokenize): TokenIds {
  const readable = readablePart(text).toWellFormed();
  const ids = tokenize(readable);
  if (ids.length <= MAX_TOKENS) return ids;
  const kept = tokenize(cutToTokens(readable, MAX_TOKENS - MARKS, (piece) => tokenize(piece).length - MARKS));
  // One word can be longer than all the room: what is left over goes, the mark of the end stays.
  return kept.length <= MAX_TOKENS ? kept : [...kept.slice(0, MAX_TOKENS - 1), kept.at(-1)!];
}

/** Every text has a mark at its beginning and one at its end. */
const MARKS = 2;
