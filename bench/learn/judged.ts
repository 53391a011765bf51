import { readFileSync, writeFileSync } from 'node:fs';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';

/**
 * What a reader says of a memory, as a developer of its project: worth being told; true and not worth it; not so; words
 * that state nothing alone or that the person did not mean; an instruction for one task; true once and not any more.
 */
export const VERDICTS = ['useful', 'useless', 'wrong', 'junk', 'once', 'superseded'] as const;
export type Verdict = (typeof VERDICTS)[number];

const FILE = new URL('./verdicts.json', import.meta.url);

/** Verdicts by a hash of the memory's type and text: what they are about stays where it came from. */
export const verdicts = (): Record<string, Verdict> => JSON.parse(readFileSync(FILE, 'utf8'));

export const verdictKey = ({ type, text }: Pick<Memory, 'type' | 'text'>): string =>
  hashOf(`${type} ${withoutCounts(text)}`).slice(0, 16);

/** How often something was seen changes with every session; what it says does not. */
const withoutCounts = (text: string): string =>
  text.replace(/\b\d+(?= (?:of|sessions?|times|tasks?|episodes?|commits?)\b)|(?<= of )\d+\b/g, '#');

/** How many memories got each verdict. */
export type VerdictCounts = Record<Verdict | 'unjudged', number>;

export function countVerdicts(memories: readonly Memory[], said = verdicts()): VerdictCounts {
  const counts = Object.fromEntries([...VERDICTS, 'unjudged'].map((name) => [name, 0])) as VerdictCounts;
  for (const memory of memories) counts[said[verdictKey(memory)] ?? 'unjudged']++;
  return counts;
}

/** Adds verdicts that a reader wrote for memories, a line each: `useful <key>`. */
export function addVerdicts(path: string): number {
  const all = verdicts();
  const lines = readFileSync(path, 'utf8').split('\n');
  let added = 0;
  for (const line of lines) {
    const [, verdict, key] = /^(\S+)\s+(\S{16})(?!\S)/.exec(line) ?? [];
    if (!VERDICTS.includes(verdict as Verdict)) continue;
    all[key!] = verdict as Verdict;
    added++;
  }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
  return added;
}
