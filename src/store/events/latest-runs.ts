import type { Store } from '../store.ts';

/** A command that was run, and how that ended. */
export interface PastRun {
  session: number;
  command: string;
  /** Below the repository; null for the repository itself. */
  folder: string | null;
  outcome: string | null;
  text: string;
}

/** The commands of the latest sessions that hold some words, newest first. */
export const latestRuns = (
  store: Store,
  words: string,
  { sessions, limit }: { sessions: number; limit: number },
): PastRun[] =>
  store
    .sql(
      `select session, command, folder, outcome, text from event
        where session in (select row from session order by began_at desc, row desc limit ?)
          and kind = 'result' and tool = 'run' and instr(command, ?) > 0
        order by at desc, offset desc, part desc limit ?`,
    )
    .all(sessions, words, limit)
    .map((found) => ({ ...found }) as unknown as PastRun);
