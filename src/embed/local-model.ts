import { cutToFit, readablePart } from './cut.ts';
import { type Ids, MAX_TOKENS, openEncoder } from './encoder.ts';
import { maxSimOf, rarityIn } from './late-interaction.ts';
import { loadTokenizer, type Tokenize } from './tokenizer.ts';

/** How near a text is to a question: their vectors, and their tokens one by one. */
export interface Match {
  cosine: number;
  maxSim: number;
}

/** A loaded model. Its calls take milliseconds a text and block: it lives in a worker. */
export interface LocalModel {
  /** Unit vectors of `texts`, one after the other. */
  embed(texts: readonly string[]): Float32Array;
  match(question: string, texts: readonly string[]): Match[];
}

/** Loads a model into this thread, given its file of weights. */
export function openLocalModel(weights: string): LocalModel {
  const encoder = openEncoder(weights);
  const tokenize = loadTokenizer();
  const idsOf = (text: string): Ids => idsWithin(text, tokenize);
  return {
    embed: (texts) => encoder.embed(texts.map(idsOf)),
    match(question, texts) {
      const asked = idsOf(question);
      const candidates = texts.map(idsOf);
      const rarity = rarityIn(asked, candidates);
      return encoder
        .compare(asked, candidates)
        .map(({ cosine, tokens }) => ({ cosine, maxSim: maxSimOf(tokens, rarity) }));
    },
  };
}

/** The ids of as much of a text as the model can read. */
function idsWithin(text: string, tokenize: Tokenize): Ids {
  const readable = readablePart(text).toWellFormed();
  const ids = tokenize(readable);
  if (ids.length <= MAX_TOKENS) return ids;
  const kept = tokenize(cutToFit(readable, MAX_TOKENS - MARKS, (piece) => tokenize(piece).length - MARKS));
  // One word can be longer than all the room: what is left over goes, the mark of the end stays.
  return kept.length <= MAX_TOKENS ? kept : [...kept.slice(0, MAX_TOKENS - 1), kept.at(-1)!];
}

/** Every text has a mark at its beginning and one at its end. */
const MARKS = 2;
