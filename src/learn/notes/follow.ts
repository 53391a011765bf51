import { messageOf } from '../../base/coded-problem.ts';
import { type Message, message } from '../../base/messages.ts';
import { timers } from '../../base/timers.ts';
import { watchFolders } from '../../base/watch.ts';
import {
  isHidden,
  isNote,
  type Listing,
  listNotes,
  type NoteStamp,
  noteStampOf,
  sameStamp,
} from './list-notes.ts';

/** What happened to a note. Paths are relative to the folder, with slashes. */
export type NoteChange =
  /** It is new or changed, and has not been written for a while: until then it may be half written. */
  | { did: 'changed'; path: string }
  | { did: 'renamed'; path: string; from: string }
  | { did: 'gone'; path: string };

export interface FollowNotesOptions {
  folder: string;
  /** Notes that were read before; those that are no longer there are told as gone. */
  known?: Iterable<string>;
  /** Told of one change after the other: the next one waits until this one is dealt with. */
  tell: (change: NoteChange) => void | Promise<void>;
  /** Told what makes following harder; it goes on all the same. */
  trouble?: (because: Message) => void;
  /** Looks every few seconds instead of watching. */
  poll?: boolean;
  quietMs?: number;
  pollMs?: number;
}

export interface NoteFollower extends AsyncDisposable {
  /** Settles when every note that was there at the start has been told. */
  readonly ready: Promise<void>;
  /** Stops; when it settles nothing runs any more. */
  close(): Promise<void>;
}

/** Everything, as a path to look at. */
const ALL = '';

/** Follows the Markdown files of a folder and the folders in it: first all of them, then every change. */
export function followNotes(options: FollowNotesOptions): NoteFollower {
  const { folder, tell, trouble = () => {}, quietMs = 2_000, pollMs = 3_000 } = options;
  const seen = new Map<string, NoteStamp | undefined>(
    [...(options.known ?? [])].map((path) => [path, undefined]),
  );
  const due = new Set<string>();
  const settling = timers();
  const looking = timers();
  let polling = options.poll ?? false;
  let away = false;
  let closed = false;
  let work = Promise.resolve();

  const watcher = watchFolders({
    root: folder,
    onChange: (path, isEntry) => {
      if (isNote(path)) settle(path);
      else if (isEntry && !isHidden(path)) settle(ALL);
    },
    onFailure: (error) => {
      if (polling || closed) return;
      polling = true;
      watcher.close();
      trouble(message('notes.watchFailed', { folder, code: String(error.code), seconds: pollMs / 1000 }));
      lookLater();
    },
  });

  /** Waits until nothing has happened to a path for a moment, then looks at it. */
  function settle(path: string): void {
    if (!closed) settling.start(path, quietMs, () => look(path));
  }

  function look(path: string): void {
    due.add(path);
    // Many come at once when a branch is checked out: the first look takes them all.
    if (due.size === 1) queue(() => lookAtDue());
  }

  function lookLater(): void {
    if (!closed && (polling || away)) looking.start(ALL, pollMs, () => look(ALL));
  }

  function queue(step: () => Promise<void>): Promise<void> {
    work = work
      .then(() => (closed ? undefined : step()))
      .catch((error) => trouble(message('notes.failed', { trouble: messageOf(error) })));
    return work;
  }

  async function lookAtDue(): Promise<void> {
    const paths = new Set(due);
    due.clear();
    for (const path of paths) {
      const stamp = path === ALL ? undefined : await noteStampOf(folder, path);
      // What came or went may have been renamed: only a look at everything tells.
      if (!stamp || !seen.has(path)) return lookAtAll(paths);
      await noticeChange(path, stamp);
      paths.delete(path);
    }
  }

  async function lookAtAll(paths: ReadonlySet<string>, first = false): Promise<void> {
    const listing = await listNotes(folder, (each) => {
      if (!polling && !closed) watcher.add(each);
    });
    noticeAbsence(listing === undefined);
    if (listing) {
      for (const [path, from] of renames(listing)) await noticeRename(path, from, listing.notes.get(path)!);
      for (const [path, stamp] of listing.notes) {
        if (first || paths.has(path)) await noticeChange(path, stamp);
        else if (!sameStamp(seen.get(path), stamp) && !settling.has(path)) settle(path);
      }
      for (const path of missing(listing)) {
        if (first || paths.has(path)) await noticeLoss(path);
        else if (!settling.has(path)) settle(path);
      }
    }
    lookLater();
  }

  /** A folder that is not there may be on a disk that is not there: its notes are not taken for deleted. */
  function noticeAbsence(now: boolean): void {
    if (now && !away) trouble(message('notes.folderGone', { folder, seconds: pollMs / 1000 }));
    if (now) watcher.close();
    away = now;
  }

  async function noticeChange(path: string, stamp: NoteStamp): Promise<void> {
    if (sameStamp(seen.get(path), stamp)) return;
    seen.set(path, stamp);
    await report({ did: 'changed', path });
  }

  async function noticeRename(path: string, from: string, stamp: NoteStamp): Promise<void> {
    forget(from);
    settling.stop(path);
    seen.set(path, stamp);
    await report({ did: 'renamed', path, from });
  }

  async function noticeLoss(path: string): Promise<void> {
    forget(path);
    await report({ did: 'gone', path });
  }

  function forget(path: string): void {
    seen.delete(path);
    settling.stop(path);
  }

  /** Notes that stand under a new name what they were under an old one, with the old name. */
  function renames(listing: Listing): [string, string][] {
    const lost = missing(listing);
    return [...listing.notes].flatMap(([path, stamp]): [string, string][] => {
      if (seen.has(path)) return [];
      const from = lost.find((each) => sameStamp(seen.get(each), stamp));
      return from === undefined ? [] : [[path, from]];
    });
  }

  const missing = ({ notes, unread }: Listing): string[] =>
    [...seen.keys()].filter(
      (path) => !notes.has(path) && !unread.some((each) => each === ALL || path.startsWith(`${each}/`)),
    );

  async function report(change: NoteChange): Promise<void> {
    try {
      if (!closed) await tell(change);
    } catch (error) {
      trouble(message('notes.changeFailed', { path: change.path, trouble: messageOf(error) }));
    }
  }

  async function close(): Promise<void> {
    closed = true;
    for (const each of [settling, looking]) each.stopAll();
    watcher.close();
    await work;
  }

  const ready = queue(() => lookAtAll(new Set(), true));
  return { ready, close, [Symbol.asyncDispose]: close };
}
