import { loadKernels, type MatrixKernel } from './kernels.ts';
import { lastRead } from './last-read.ts';
import { openRoom } from './room.ts';
import { openTensors } from './safetensors.ts';
import { type Dense, readWeights, SCRATCH_BYTES, WIDTH } from './weights.ts';

/** A text as the tokenizer's ids, at most MAX_TOKENS of them, never none. */
export type TokenIds = readonly number[];

/** How near a text is to the question: as a whole, and word by word. */
export interface TextNearness {
  cosine: number;
  /** For each token of the question, the cosine with the text's nearest token. */
  tokens: Float32Array;
  /** The same among the text's own tokens, without those of what stands before it. */
  own: Float32Array;
}

/** A BERT encoder over one model's weights, whose file it keeps open. Its answers are the same, bit by bit, on every machine. */
export interface Encoder extends Disposable {
  /** Unit vectors of `texts`, one after the other. */
  embed(texts: readonly TokenIds[]): Float32Array;
  /** Compares texts with the question; `starts` are the tokens with which each text itself begins, where something else stands before it. */
  compare(question: TokenIds, texts: readonly TokenIds[], starts?: readonly number[]): TextNearness[];
  /** The mean state of the tokens of each range of a text, one after the other. */
  pool(text: TokenIds, ranges: readonly TokenRange[]): Float32Array;
}

/** Some tokens of a text: from the first to before the second. */
export type TokenRange = readonly [from: number, to: number];

export interface EncoderOptions {
  multiplication?: MatrixKernel | undefined;
  /** The model whose words and places it reads, where its own file has none: they are most of a file. */
  wordsFrom?: string | undefined;
}

/** Reads a model's weights and makes its encoder. */
export function openEncoder(path: string, { multiplication, wordsFrom }: EncoderOptions = {}): Encoder {
  const room = openRoom();
  const kernels = loadKernels(room.memory, multiplication);
  const scratch = room.take(SCRATCH_BYTES);
  const { weights, at, close } = openWeights(path, wordsFrom, { room, kernels, scratch });

  /** Fills `at.x` with the last layer's states of all tokens, text after text. */
  function think(texts: readonly TokenIds[]): void {
    const { words, places, norm, layers } = weights;
    const starts = startsOf(texts);
    const n = starts.at(-1)!;
    texts.forEach((ids, i) => {
      words.fetch(ids);
      room.ints(at.ids, ids.length).set(ids);
      const x = at.x + starts[i]! * ROW;
      kernels.lookUp(
        at.ids,
        ids.length,
        words.q,
        words.scales,
        places.q,
        places.scales,
        norm.weight,
        norm.bias,
        x,
      );
    });
    for (const layer of layers) {
      multiply(at.x, n, layer.qkv, at.wide);
      texts.forEach((ids, i) => {
        kernels.attend(at.wide + starts[i]! * ROW * 3, ids.length, at.y + starts[i]! * ROW, at.attention);
      });
      multiply(at.y, n, layer.out, at.wide);
      kernels.addNorm(at.x, at.wide, n, layer.norm1.weight, layer.norm1.bias);
      multiply(at.x, n, layer.up, at.wide);
      kernels.gelu(at.wide, n * layer.up.count);
      multiply(at.wide, n, layer.down, at.y);
      kernels.addNorm(at.x, at.y, n, layer.norm2.weight, layer.norm2.bias);
    }
  }

  function multiply(x: number, n: number, by: Dense, out: number): void {
    kernels.quantise(x, n, by.inputs, at.q, at.scales);
    kernels.dense(at.q, at.scales, n, by.q, by.scales, by.bias, by.offsets, by.inputs, by.count, out);
  }

  const vectorOf = (x: number, tokens: number): Float32Array => {
    kernels.mean(x, tokens, at.vector);
    return room.floats(at.vector, WIDTH);
  };

  /** The directions of some tokens whose states lie at `x`: eight bits a number are enough to compare them by. */
  const directionsOf = (x: number, tokens: number): Uint8Array => {
    kernels.quantiseRows(x, tokens, WIDTH, at.q, at.scales);
    return room.bytes(at.q, tokens * WIDTH);
  };

  const readings = lastRead<EncodedText>(MAX_KEPT_ENTRIES, ({ tokens }) => tokens.length);
  return {
    embed(texts) {
      const out = new Float32Array(texts.length * WIDTH);
      let done = 0;
      for (const pass of passes(texts)) {
        think(pass);
        const starts = startsOf(pass);
        pass.forEach((ids, i) => {
          out.set(vectorOf(at.x + starts[i]! * ROW, ids.length), done++ * WIDTH);
        });
      }
      return out;
    },
    compare(question, texts, starts = []) {
      think([question]);
      const vector = vectorOf(at.x, question.length).slice();
      room.bytes(at.question, question.length * WIDTH).set(directionsOf(at.x, question.length));
      return readAll(texts).map((read, i) => {
        room.bytes(at.text, read.tokens.length).set(read.tokens);
        const nearest = (from: number, to: number): Float32Array => {
          kernels.maxSim(at.question, question.length, at.text + from * WIDTH, to - from, at.sims);
          return room.floats(at.sims, question.length).slice();
        };
        const start = starts[i] ?? 0;
        const own = nearest(start, texts[i]!.length);
        const before = start === 0 ? own : nearest(0, start);
        const tokens = own.map((value, j) => Math.max(value, before[j]!));
        const cosine = read.mean.reduce((sum, value, j) => sum + value * vector[j]!, 0);
        return { cosine, tokens, own };
      });
    },
    pool(text, ranges) {
      think([text]);
      const states = room.floats(at.x, text.length * WIDTH);
      const out = new Float32Array(ranges.length * WIDTH);
      ranges.forEach(([from, to], n) => {
        for (let token = from; token < to; token++)
          for (let i = 0; i < WIDTH; i++) out[n * WIDTH + i]! += states[token * WIDTH + i]! / (to - from);
      });
      return out;
    },
    [Symbol.dispose]: close,
  };

  /** What the texts say; those that were read lately take no time. */
  function readAll(texts: readonly TokenIds[]): EncodedText[] {
    const keys = texts.map((ids) => ids.join());
    const known = keys.map((key) => readings.get(key));
    const unread = [...texts.keys()].filter((i) => !known[i]);
    let next = 0;
    for (const pass of passes(unread.map((i) => texts[i]!))) {
      think(pass);
      const starts = startsOf(pass);
      pass.forEach((ids, n) => {
        const x = at.x + starts[n]! * ROW;
        const mean = vectorOf(x, ids.length).slice();
        const read = { mean, tokens: directionsOf(x, ids.length).slice() };
        const i = unread[next++]!;
        known[i] = read;
        readings.set(keys[i]!, read);
      });
    }
    return known as EncodedText[];
  }
}

/** What a text was read as: its vector, and the directions of its tokens one after the other, in eight bits each. */
interface EncodedText {
  mean: Float32Array;
  tokens: Uint8Array;
}

/** Bytes of what was read that are kept: the same few hundred memories are candidates again and again. */
const MAX_KEPT_ENTRIES = 24 * 2 ** 20;

/** The models were trained on texts of up to 254 tokens between their two marks. */
export const MAX_TOKENS = 256;

/** Tokens that go through the layers together; more would not be faster and needs more room. */
const PASS = 512;
/** `dense` works on several tokens at once and may run past the last by five. */
const ROWS = PASS + 8;
const ROW = WIDTH * 4;

/** Places for the states of one pass, laid over the room that reading the weights no longer needs. */
function layOut(scratch: number, widest: number) {
  let used = scratch;
  const take = (bytes: number) => {
    const at = used;
    used += bytes;
    return at;
  };
  const places = {
    x: take(ROWS * ROW),
    y: take(ROWS * ROW),
    wide: take(ROWS * widest * 4),
    q: take(ROWS * widest * 2),
    scales: take(ROWS * 4),
    ids: take(PASS * 4),
    attention: take((WIDTH / 12 + 1) * PASS * 4),
    vector: take(ROW),
    question: take(MAX_TOKENS * WIDTH),
    text: take(MAX_TOKENS * WIDTH),
    sims: take(MAX_TOKENS * 4),
  };
  if (used > scratch + SCRATCH_BYTES) throw new Error('The model is too wide for the memory of one pass.');
  return places;
}

/** Reads the weights of files that stay open until `close`, or are closed where reading fails. */
function openWeights(
  path: string,
  wordsFrom: string | undefined,
  into: Omit<Parameters<typeof readWeights>[0], 'tensors'>,
) {
  const files = [openTensors(path)];
  const close = () => files.forEach((file) => void file[Symbol.dispose]());
  try {
    if (wordsFrom !== undefined) files.push(openTensors(wordsFrom));
    const weights = readWeights({ ...into, tensors: files[0]! }, files.at(-1)!);
    const widest = Math.max(WIDTH * 3, ...weights.layers.map((layer) => layer.up.count));
    return { weights, at: layOut(into.scratch, widest), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Groups texts so that each group's tokens fit one pass. */
function passes(texts: readonly TokenIds[]): TokenIds[][] {
  const groups: TokenIds[][] = [];
  let room = 0;
  for (const ids of texts) {
    if (ids.length > room) {
      groups.push([]);
      room = PASS;
    }
    groups.at(-1)!.push(ids);
    room -= ids.length;
  }
  return groups;
}

/** The first row of each text, and the number of all rows last. */
function startsOf(texts: readonly TokenIds[]): number[] {
  const starts = [0];
  for (const ids of texts) starts.push(starts.at(-1)! + ids.length);
  return starts;
}
