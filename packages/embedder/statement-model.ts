import { type SentenceReading, STATEMENT_KINDS, STATEMENT_REACHES } from '@sqrl/base/model/judgement.ts';
import { openEncoder, type TokenRange } from './encoder.ts';
import { readHead } from './heads.ts';
import { openTensors } from './safetensors.ts';
import { loadTokenizer } from './tokenizer.ts';
import { WIDTH } from './weights.ts';

/** Says of each sentence of a prompt whether it is worth keeping. It blocks: it lives in a worker. */
export interface StatementModel {
  read(sentences: readonly string[]): SentenceReading[];
}

/** Loads the model; its words are those of another one. */
export function openStatementModel(weights: string, wordsFrom: string): StatementModel {
  const encoder = openEncoder(weights, { wordsFrom });
  using tensors = openTensors(weights);
  const keep = readHead(tensors, 'keep');
  const kind = readHead(tensors, 'kind');
  const reach = readHead(tensors, 'holds');
  const tokenize = loadTokenizer();
  const [begin, end] = tokenize('') as [number, number];
  return {
    read(sentences) {
      const tokens = sentences.map((text) =>
        tokenize(text.toWellFormed()).slice(1, -1).slice(0, MAX_SENTENCE),
      );
      return windowsOf(tokens).flatMap(({ ids, ranges }) => {
        const states = encoder.pool([begin, ...ids, end], ranges);
        return ranges.map((_, i) => {
          const state = states.subarray(i * WIDTH, (i + 1) * WIDTH);
          return {
            keep: keep(state)[0]!,
            kind: STATEMENT_KINDS[largest(kind(state))]!,
            reach: STATEMENT_REACHES[largest(reach(state))]!,
          };
        });
      });
    },
  };
}

/** In tokens, as the model was trained. */
const MAX_SENTENCE = 120;
const MAX_WINDOW = 180;
const UNKNOWN = 100;

interface SentenceWindow {
  ids: number[];
  /** Where each sentence stands, counting the mark of the beginning. */
  ranges: TokenRange[];
}

/** Sentences that are read together; the last one of a window is read again before those of the next. */
export function windowsOf(sentences: readonly (readonly number[])[]): SentenceWindow[] {
  const windows: SentenceWindow[] = [];
  sentences.forEach((given, i) => {
    const tokens = given.length === 0 ? [UNKNOWN] : given;
    let window = windows.at(-1);
    if (!window || 1 + window.ids.length + tokens.length > MAX_WINDOW) {
      const lead = sentences[i - 1] ?? [];
      window = { ids: lead.length + tokens.length <= MAX_WINDOW ? [...lead] : [], ranges: [] };
      windows.push(window);
    }
    const from = 1 + window.ids.length;
    window.ids.push(...tokens);
    window.ranges.push([from, from + tokens.length]);
  });
  return windows;
}

const largest = (values: Float32Array): number => values.indexOf(Math.max(...values));
