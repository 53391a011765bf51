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
  store.rows<PastRun>`select session, command, folder, outcome, text from event
    where session in (select row from session order by began_at desc, row desc limit ${sessions})
      and kind = 'result' and tool = 'run' and instr(command, ${words}) > 0
    order by at desc, offset desc, part desc limit ${limit}`;

/** The command lines that were run last, the latest first. */
export const latestCommands = (store: Store, most: number): string[] =>
  store.column<string>`select command from event where kind = 'result' and tool = 'run' and command is not null
    order by row desc limit ${most}`;

/** The row of the newest event; 0 where there is none. */
export const newestEvent = (store: Store): number =>
  store.value<number>`select ifnull(max(row), 0) as row from event`;
