import { wordRuns } from '@sqrl/base/text/word-runs.ts';

/** What stood earlier in a session, as runs of words: the person's own first, and what agents and tools said first. */
export interface EarlierWords {
  own: Set<number>;
  others: Set<number>;
}

export const beginEarlier = (): EarlierWords => ({ own: new Set(), others: new Set() });

/** Takes in what an agent or a tool said; what the person had said before stays the person's. */
export function addOthers({ own, others }: EarlierWords, text: string): void {
  if (others.size > MAX_RUNS) return;
  for (const run of wordRuns(text)) if (!own.has(run)) others.add(run);
}

/** Takes in what the person said; what others had said before stays theirs. */
export function addOwn({ own, others }: EarlierWords, text: string): void {
  if (own.size > MAX_RUNS) return;
  for (const run of wordRuns(text)) if (!others.has(run)) own.add(run);
}

/** Whether most of a sentence stood in what agents or tools had said: it was handed back, not made up. */
export function isHandedBack({ others }: EarlierWords, sentence: string): boolean {
  const runs = wordRuns(sentence);
  return runs.length > 0 && runs.filter((run) => others.has(run)).length >= MIN_SHARE * runs.length;
}

const MIN_SHARE = 0.8;
/** Of a session: some megabytes. */
const MAX_RUNS = 300_000;
