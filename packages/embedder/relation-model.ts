import {
  MIN_PAIR_COSINE,
  PAIR_RELATIONS,
  type PairOdds,
  type PairReading,
  type StatementPair,
} from '@sqrl/base/model/judgement.ts';
import { openEncoder } from './encoder.ts';
import { readHead } from './heads.ts';
import { lastRead } from './last-read.ts';
import { openLocalModel } from './local-model.ts';
import { openTensors } from './safetensors.ts';
import { loadTokenizer } from './tokenizer.ts';

/** Says how a new statement relates to an old one. It blocks: it lives in a worker. */
export interface RelationModel {
  cosineOf(pair: StatementPair): number;
  oddsOf(pair: StatementPair): PairOdds;
}

/** Loads the model; the embedder has its words and says what is worth reading. */
export function openRelationModel(weights: string, embedder: string): RelationModel {
  const encoder = openEncoder(weights, { wordsFrom: embedder });
  using tensors = openTensors(weights);
  const head = readHead(tensors, 'rel');
  const tokenize = loadTokenizer();
  const [begin, end] = tokenize('') as [number, number];
  const idsOf = (text: string): number[] =>
    tokenize(text.toWellFormed()).slice(1, -1).slice(0, MAX_STATEMENT);
  const vectorOf = vectorsBy(embedder);
  return {
    cosineOf(pair) {
      const other = vectorOf(pair.new);
      return vectorOf(pair.old).reduce((sum, value, i) => sum + value * other[i]!, 0);
    },
    oddsOf(pair) {
      const [old, now] = [idsOf(pair.old), idsOf(pair.new)];
      const ids = [begin, ...old, end, ...now, end];
      const cut = old.length + 2;
      const states = encoder.pool(ids, [
        [0, 1],
        [0, cut],
        [cut, ids.length],
      ]);
      return probabilities(head(states));
    },
  };
}

/** Reads a pair whose statements are near enough: the model calls unrelated statements replacements, too. */
export function readingOf(model: RelationModel, pair: StatementPair): PairReading {
  const cosine = model.cosineOf(pair);
  if (cosine < MIN_PAIR_COSINE) return { cosine, replaces: 0, repeats: 0 };
  const { replaces, repeats } = model.oddsOf(pair);
  return { cosine, replaces, repeats };
}

/** In tokens, as the model was trained. */
const MAX_STATEMENT = 100;
/** Bytes of the latest vectors: each statement is compared with several others. */
const KEPT_VECTORS = 2 ** 20;

function vectorsBy(embedder: string): (text: string) => Float32Array {
  const model = openLocalModel(embedder);
  const known = lastRead<Float32Array>(KEPT_VECTORS, ({ byteLength }) => byteLength);
  return (text) => {
    const vector = known.get(text) ?? model.embed([text]);
    known.set(text, vector);
    return vector;
  };
}

function probabilities(scores: Float32Array): PairOdds {
  const highest = Math.max(...scores);
  const parts = Array.from(scores, (score) => Math.exp(score - highest));
  const sum = parts.reduce((a, b) => a + b);
  return Object.fromEntries(PAIR_RELATIONS.map((name, i) => [name, parts[i]! / sum])) as PairOdds;
}
