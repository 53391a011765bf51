import { mkdirSync } from 'node:fs';
import { timers } from '../../base/timers.ts';
import { watchFolders } from '../../base/watch.ts';
import { isNote, listNotes } from '../../learn/notes/list-notes.ts';
import { homeOf } from '../../workspace/home.ts';
import type { LogFile } from '../log-file.ts';

/** How long a note must lie still before it is read: agents' logs, which tell whether one wrote it, are read in that time. */
const SETTLE_MS = 3000;

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
  const isDaily = (path: string) => path === dailyFolder || path.startsWith(`${dailyFolder}/`);
  const settling = timers();
  let closed = false;
  const watcher = watchFolders({
    root: notes,
    onChange: (path, isEntry) => {
      if (!isDaily(path) && (isNote(path) || isEntry)) settle();
    },
    onFailure: (error) => log.line(`${notes} cannot be watched: ${error.message}`),
  });

  function settle(): void {
    if (!closed)
      settling.start('', SETTLE_MS, () => {
        onChange();
        void watchAll();
      });
  }

  /** Folders may have come; gives whether there is any note. */
  async function watchAll(): Promise<boolean> {
    const listing = await listNotes(notes, (folder) => {
      if (!closed && folder !== dailyFolder) watcher.add(folder);
    });
    return [...(listing?.notes.keys() ?? [])].some((path) => !isDaily(path));
  }

  try {
    // A folder that is not there cannot be watched.
    mkdirSync(notes, { recursive: true, mode: 0o700 });
    void watchAll().then((isAny) => {
      if (isAny) settle();
    });
  } catch (error) {
    log.line(`${notes} cannot be made: ${(error as Error).message}`);
  }
  return {
    close() {
      closed = true;
      settling.stopAll();
      watcher.close();
    },
  };
}
