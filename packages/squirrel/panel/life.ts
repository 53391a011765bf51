import { whileUnchanged } from '../store/memory/unchanged.ts';
import { type LifeSession, lifeSessions } from '../store/stats/session-measures.ts';

/** Where a stage of a project's life begins, in sessions from 1; the last one has no end. */
const STAGES = [1, 6, 16, 31, 61, 121];

/** Some sessions of a project that followed one another, and what one of them did on average. */
interface LifeStage {
  from: number;
  to: number;
  sessions: number;
  /** Sessions that got a reminder. */
  told: number;
  discoveryCalls: number;
  repeatedFailures: number;
}

/** The sessions of a project, the oldest first; Home asks for them again and again. */
export const projectLife = whileUnchanged((store): LifeSession[] => lifeSessions(store));

/** How much agents had to look for, and which failures came again, from a project's first sessions to its latest. */
export const lifeStages = (sessions: readonly LifeSession[]): LifeStage[] =>
  STAGES.flatMap((from, i) => {
    const some = sessions.slice(from - 1, (STAGES[i + 1] ?? sessions.length + 1) - 1);
    if (some.length === 0) return [];
    const mean = (of: (session: LifeSession) => number) =>
      Math.round((10 * some.reduce((sum, session) => sum + of(session), 0)) / some.length) / 10;
    return {
      from,
      to: from + some.length - 1,
      sessions: some.length,
      told: some.filter(({ told }) => told).length,
      discoveryCalls: mean(({ discoveryCalls }) => discoveryCalls),
      repeatedFailures: mean(({ repeatedFailures }) => repeatedFailures),
    };
  });
