import { readFileSync, writeFileSync } from 'node:fs';
import { hashOf } from '../../src/base/text/clean.ts';
import type { Memory } from '../../src/model/memory.ts';

/** What a reader said of a memory: worth being told, true and yet not worth it, or not so. */
export type Verdict = 'useful' | 'useless' | 'wrong';

const FILE = new URL('./verdicts.json', import.meta.url);

/** Verdicts by a hash of the memory's type and text: what they are about stays where it came from. */
export const verdicts = (): Record<string, Verdict> => JSON.parse(readFileSync(FILE, 'utf8'));

export const verdictKey = ({ type, text }: Pick<Memory, 'type' | 'text'>): string =>
  hashOf(`${type} ${withoutCounts(text)}`).slice(0, 16);

/** How often something was seen changes with every session; what it says does not. */
const withoutCounts = (text: string): string =>
  text.replace(/\b\d+(?= (?:of|sessions?|times|tasks?|episodes?|commits?)\b)|(?<= of )\d+\b/g, '#');

/** Adds verdicts that a reader wrote for memories, a line each: `useful <key>`. */
export function addVerdicts(path: string): number {
  const all = verdicts();
  const lines = readFileSync(path, 'utf8').split('\n');
  let added = 0;
  for (const line of lines) {
    const found = /^(useful|useless|wrong)\s+(\S{16})/.exec(line);
    if (!found) continue;
    all[found[2]!] = found[1] as Verdict;
    added++;
  }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
  return added;
}
