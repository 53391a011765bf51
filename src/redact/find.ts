import { finders } from './finders.ts';
import type { Finding } from './rule.ts';
import { type Ranked, settle } from './settle.ts';
import { wordScanner } from './words.ts';

const scan = wordScanner(finders.map((finder) => finder.at));

/** Finds what must not be kept, in the order of the text, without overlaps. */
export function findSecrets(text: string): Finding[] {
  const findings: Ranked[] = [];
  scan(text, (rank, at) => {
    const finding = finders[rank]!.find(text, at);
    if (finding !== undefined) findings.push({ ...finding, rank });
  });
  return findings.length === 0 ? [] : settle(text, findings);
}
