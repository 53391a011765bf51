import type { FailureOccurrence } from '../../store/events/history.ts';

/** A way in which a failure was resolved, over all the times it was. */
export interface Fix {
  how: string;
  command: string | null;
  times: number;
  /** Files changed before it went well, most often first. */
  changed: string[];
}

/** What resolved a failure, most often first. */
export function fixesOf(seen: readonly Pick<FailureOccurrence, 'resolution'>[]): Fix[] {
  const fixes = new Map<string, { fix: Fix; changed: Map<string, number> }>();
  for (const { resolution } of seen) {
    if (!resolution) continue;
    const key = `${resolution.how}\n${resolution.command}`;
    const known = fixes.get(key) ?? {
      fix: { how: resolution.how, command: resolution.command, times: 0, changed: [] },
      changed: new Map<string, number>(),
    };
    known.fix.times++;
    for (const path of resolution.changed) known.changed.set(path, (known.changed.get(path) ?? 0) + 1);
    fixes.set(key, known);
  }
  return [...fixes.values()]
    .map(({ fix, changed }) => ({ ...fix, changed: mostOften(changed) }))
    .sort((a, b) => b.times - a.times);
}

const mostOften = (counts: ReadonlyMap<string, number>): string[] =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 5)
    .map(([name]) => name);
