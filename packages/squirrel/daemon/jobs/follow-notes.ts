import { mkdirSync } from 'node:fs';
import { NoteFollower } from '../../learn/notes/follow.ts';
import { homeOf } from '../../workspace/home.ts';
import type { LogFile } from '../log-file.ts';

/** How long notes must lie still, twice, before they are read: agents' logs, which tell whether one wrote them, are read in that time. */
const QUIET_MS = 1500;

/**
 * Watches the folder of notes in the home, and reports when one may have changed, at first when there are any. The daily
 * log in it is written by Squirrel itself and is not reported.
 */
export function followNotesFolder({
  home,
  log,
  onChange,
}: {
  home: string;
  log: Pick<LogFile, 'line'>;
  onChange: () => void;
}): { close(): void } {
  const { notes, daily } = homeOf(home);
  const dailyFolder = daily.slice(notes.length + 1);
  try {
    mkdirSync(notes, { recursive: true, mode: 0o700 });
  } catch (error) {
    log.line(`${notes} cannot be made: ${(error as Error).message}`);
  }
  const follower = new NoteFollower({
    folder: notes,
    isIgnored: (path) => path === dailyFolder || path.startsWith(`${dailyFolder}/`),
    onChange,
    trouble: (text) => log.line(text),
    quietMs: QUIET_MS,
  });
  return { close: () => void follower.close() };
}
