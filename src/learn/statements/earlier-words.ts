/** What stood earlier in a session, as runs of words: the person's own first, and what agents and tools said first. */
export interface EarlierWords {
  own: Set<number>;
  others: Set<number>;
}

export const beginEarlier = (): EarlierWords => ({ own: new Set(), others: new Set() });

/** Takes in what an agent or a tool said; what the person had said before stays the person's. */
export function addOthers({ own, others }: EarlierWords, text: string): void {
  if (others.size > MAX_RUNS) return;
  for (const run of runsIn(text)) if (!own.has(run)) others.add(run);
}

/** Takes in what the person said; what others had said before stays theirs. */
export function addOwn({ own, others }: EarlierWords, text: string): void {
  if (own.size > MAX_RUNS) return;
  for (const run of runsIn(text)) if (!others.has(run)) own.add(run);
}

/** Whether most of a sentence stood in what agents or tools had said: it was handed back, not made up. */
export function isHandedBack({ others }: EarlierWords, sentence: string): boolean {
  const runs = runsIn(sentence);
  return runs.length > 0 && runs.filter((run) => others.has(run)).length >= MIN_SHARE * runs.length;
}

/** Words in a run: this many in a row are seldom the same by chance. */
const RUN_WORDS = 6;
const MIN_SHARE = 0.8;
/** Of a session: some megabytes. */
const MAX_RUNS = 300_000;

/** A number for each run of words in a text, whatever their case and the signs between them. */
export function runsIn(text: string): number[] {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(numberOf);
  const runs: number[] = [];
  for (let i = 0; i + RUN_WORDS <= words.length; i++) {
    let run = SEED;
    for (let j = i; j < i + RUN_WORDS; j++) run = Math.imul(run ^ words[j]!, PRIME);
    runs.push(run);
  }
  return runs;
}

function numberOf(word: string): number {
  let number = SEED;
  for (let i = 0; i < word.length; i++) number = Math.imul(number ^ word.charCodeAt(i), PRIME);
  return number;
}

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;
