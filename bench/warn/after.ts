import type { PastSession } from '@sqrl/squirrel/learn/replay/past-session.ts';
import { afterFailure } from '@sqrl/squirrel/recall/deliver/after-failure.ts';
import type { ResolvedOnce } from '@sqrl/squirrel/store/events/agents-turn.ts';

/** What would be told after failures that were met before: how often, and how often that was what resolved it again. */
export interface AfterFigures {
  met: number;
  told: number;
  right: number;
}

/** Failures in the order they happened; what resolved the earlier ones, of whatever session, is known at each. */
export function afterFailures(sessions: readonly PastSession[]): AfterFigures {
  const figures = { met: 0, told: 0, right: 0 };
  const resolved = new Map<string, ResolvedOnce[]>();
  const seen = new Set<string>();
  const failures = sessions.flatMap((session) => [...session.failures.values()]).sort((a, b) => a.at - b.at);
  for (const { fingerprint: id, line, tool, command, resolution, tainted } of failures) {
    if (tool !== 'run') continue;
    const earlier = resolved.get(id) ?? [];
    if (seen.has(id)) figures.met++;
    seen.add(id);
    const known = { candidates: [], resolved: earlier.slice(-MAX_SEEN), command: command ?? '' };
    const { text } = afterFailure({ id, line }, known, 500);
    if (text !== '') figures.told++;
    if (resolution === null) continue;
    const ways = [resolution.command, ...resolution.ran, ...resolution.changed];
    if (text !== '' && ways.some((way) => way && text.includes(way.slice(0, 100)))) figures.right++;
    if (!tainted) resolved.set(id, [...earlier, resolution]);
  }
  return figures;
}

const MAX_SEEN = 30;
