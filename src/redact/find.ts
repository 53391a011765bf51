import { finders } from './finders.ts';
import type { Finding } from './rule.ts';
import { type Ranked, settle } from './settle.ts';
import { wordScanner } from './words.ts';

const scan = wordScanner(finders);

/** Finds what must not be kept, in the order of the text, without overlaps. */
export function findSecrets(text: string): Finding[] {
  const found: Ranked[] = [];
  // Where a finder need not look again: behind what it has found, or behind the text once it swept it.
  const done: number[] = [];
  scan(text, (rank, at) => {
    if (at < (done[rank] ?? 0)) return;
    const finder = finders[rank]!;
    if ('sweep' in finder) {
      for (const finding of finder.sweep(text)) found.push({ ...finding, rank });
      done[rank] = text.length;
      return;
    }
    const finding = finder.find(text, at);
    if (finding === undefined) return;
    found.push({ ...finding, rank });
    done[rank] = finding.end;
  });
  return found.length === 0 ? [] : settle(text, found);
}
