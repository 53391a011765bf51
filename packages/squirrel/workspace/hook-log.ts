import { readFileSync } from 'node:fs';

/** How many calls of the hook program ended without an answer since a time, because it came too late. */
export function hooksTimedOut(log: string, since: number): number {
  const lines = [`${log}.1`, log].flatMap((path) => textOf(path).split('\n'));
  return lines.filter((line) => {
    const at = LATE.exec(line)?.[1];
    return at !== undefined && Date.parse(at) >= since;
  }).length;
}

/** As the hook program writes it: when, the client, the event and what was amiss. */
const LATE = /^(\S{20,30}) \S+ \S+: (?:timed out after \d+ ms|started too late)$/;

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
