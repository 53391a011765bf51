import { cutToFit, readablePart } from './cut.ts';
import { type Ids, MAX_TOKENS, openEncoder } from './encoder.ts';
import { bestOf, maxSimOf, rarityIn } from './late-interaction.ts';
import { loadTokenizer, type Tokenize } from './tokenizer.ts';

/** How near a text is to a question: their vectors, and their tokens one by one. */
export interface Match {
  cosine: number;
  /** By the tokens of the text alone. */
  maxSim: number;
  /** By those of what stands before and beside it, too. */
  within: number;
}

/** How texts are matched. */
interface Matching {
  /** What stands before each text; it is read along with it. */
  before?: readonly string[];
  /** The places of the texts that stand right beside each. */
  beside?: readonly (readonly number[])[];
  /** Asked after every few texts whether there is still time; what is unread then stays so. */
  goOn?: () => boolean;
}

/** A loaded model. Its calls take milliseconds a text and block: it lives in a worker. */
export interface LocalModel {
  /** Unit vectors of `texts`, one after the other. */
  embed(texts: readonly string[]): Float32Array;
  /** Matches as many texts as can be read in time, the first ones first; what is unread is undefined. */
  match(question: string, texts: readonly string[], some?: Matching): (Match | undefined)[];
}

/** Loads a model into this thread, given its file of weights. */
export function openLocalModel(weights: string): LocalModel {
  const encoder = openEncoder(weights);
  const tokenize = loadTokenizer();
  const idsOf = (text: string): Ids => idsWithin(text, tokenize);
  return {
    embed: (texts) => encoder.embed(texts.map(idsOf)),
    match(question, texts, { before = [], beside = [], goOn = () => true } = {}) {
      const asked = idsOf(question);
      const candidates = texts.map(idsOf);
      const leads = candidates.map((ids, i) => (before[i] ? leadOf(idsOf(before[i]), ids) : []));
      const rarity = rarityIn(asked, candidates);
      const whole = candidates.map(([mark, ...ids], i) => [mark!, ...leads[i]!, ...ids]);
      const read = encoder.compare(asked, whole, {
        starts: leads.map((lead) => (lead.length === 0 ? 0 : lead.length + 1)),
        goOn,
      });
      return read.slice(0, 1 + read.findLastIndex((each) => each !== undefined)).map((its, i) => {
        if (!its) return undefined;
        const { cosine, tokens, own } = its;
        const others = (beside[i] ?? []).flatMap((place) => read[place] ?? []);
        return {
          cosine,
          maxSim: maxSimOf(own, rarity),
          within: maxSimOf(bestOf([tokens, ...others.map((other) => other.tokens)]), rarity),
        };
      });
    },
  };
}

/** As many ids of what stands before a text as may be read with it, without the marks at both ends. */
const leadOf = (before: Ids, text: Ids): Ids =>
  before.slice(1, -1).slice(0, Math.max(0, Math.min(MOST_BEFORE, MAX_TOKENS - text.length)));

/** What stands before a text only helps to read it: it may take no more than this many tokens. */
const MOST_BEFORE = 80;

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
