import { applies } from '@sqrl/squirrel/learn/guards/applies.ts';
import type { PastSession } from '@sqrl/squirrel/learn/replay/past-session.ts';
import type { Guard, Learner } from '@sqrl/squirrel/learn/replay/replay-guards.ts';

/** How many guards would stand in briefs, and how many of them met in their session what they warn of. */
export interface BriefFigures {
  named: number;
  met: number;
}

/** A guard stands in a brief if one of the latest sessions tried what it warns of. */
export function briefsOf(sessions: readonly PastSession[], learner: Learner, latest: number): BriefFigures {
  const waiting = [...sessions].sort((a, b) => a.endedAt - b.endedAt);
  const ended: PastSession[] = [];
  const figures = { named: 0, met: 0 };
  for (const session of sessions) {
    while (waiting[0] && waiting[0].endedAt < session.startedAt) {
      learner.add(waiting[0]);
      ended.push(waiting.shift()!);
    }
    for (const guard of learner.guards.values()) {
      if (!guard.trigger.remedy || !ended.slice(-latest).some((past) => tries(past, guard))) continue;
      figures.named++;
      if (tries(session, guard)) figures.met++;
    }
  }
  return figures;
}

const tries = ({ steps }: PastSession, { trigger }: Guard): boolean =>
  steps.some(
    ({ kind, tool, command, folder = null, files }) =>
      kind === 'result' &&
      tool === 'run' &&
      applies(trigger, { tool, command, folder, files: files.map(({ path }) => path) }),
  );
