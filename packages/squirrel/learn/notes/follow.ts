import { messageOf } from '@sqrl/base/problem.ts';
import { timers } from '@sqrl/base/timers.ts';
import { watchFolders } from '@sqrl/base/watch.ts';
import { isHidden, isNote, listNotes, type NoteStamp, sameStamp } from './list-notes.ts';

interface FollowNotesOptions {
  folder: string;
  /** Called when notes came, changed or went, and the folder lay still for a moment; never twice at a time. */
  onChange: () => void | Promise<void>;
  /** Told what makes following harder; it goes on all the same. */
  trouble: (because: string) => void;
  /** Paths below the folder that are not followed. */
  isIgnored?: (path: string) => boolean;
  /** Looks every few seconds instead of watching. */
  poll?: boolean;
  quietMs?: number;
  pollMs?: number;
}

export interface NoteFollower extends AsyncDisposable {
  /** Stops; when it settles nothing runs any more. */
  close(): Promise<void>;
}

/** Follows the Markdown files of a folder and the folders in it. What is there at the start counts as a change. */
export function followNotes(options: FollowNotesOptions): NoteFollower {
  const { folder, onChange, trouble, isIgnored = () => false, quietMs = 1000, pollMs = 3000 } = options;
  const waiting = timers();
  let polling = options.poll ?? false;
  let isAway = false;
  let closed = false;
  let isNews = false;
  let seen = new Map<string, NoteStamp>();
  let work = Promise.resolve();

  const watcher = watchFolders({
    root: folder,
    onChange: (path, isEntry) => {
      if (!isIgnored(path) && (isNote(path) || (isEntry && !isHidden(path)))) lookIn(quietMs);
    },
    onFailure: (error) => {
      if (polling || closed) return;
      polling = true;
      watcher.close();
      trouble(`Watching ${folder} failed (${error.code}); checking it every ${pollMs / 1000} s instead.`);
      lookIn(pollMs);
    },
  });

  function lookIn(ms: number): void {
    if (closed) return;
    waiting.start('look', ms, () => {
      work = work
        .then(() => (closed ? undefined : look()))
        .catch((error) => trouble(`Notes: ${messageOf(error)}`));
    });
  }

  /** Two looks that find the same say that no note is half written. */
  async function look(): Promise<void> {
    const listing = await listNotes(folder, (each) => {
      if (!polling && !closed && !isIgnored(each)) watcher.add(each);
    });
    // A folder that is not there may be on a disk that is not there: its notes are not taken for deleted.
    if (!listing && !isAway) trouble(`${folder} does not exist; checking for it every ${pollMs / 1000} s.`);
    if (!listing) watcher.close();
    isAway = !listing;
    const notes = new Map([...(listing?.notes ?? seen)].filter(([path]) => !isIgnored(path)));
    const isSame =
      notes.size === seen.size && [...notes].every(([path, at]) => sameStamp(seen.get(path), at));
    seen = notes;
    if (isSame && isNews) {
      isNews = false;
      await onChange();
    }
    isNews ||= !isSame;
    if (isNews) lookIn(quietMs);
    else if (polling || isAway) lookIn(pollMs);
  }

  async function close(): Promise<void> {
    closed = true;
    waiting.stopAll();
    watcher.close();
    await work;
  }

  lookIn(0);
  return { close, [Symbol.asyncDispose]: close };
}
