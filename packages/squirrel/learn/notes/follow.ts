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

/** Follows the Markdown files of a folder and the folders in it. What is there at the start counts as a change. */
export class NoteFollower implements AsyncDisposable {
  readonly #options: FollowNotesOptions &
    Required<Pick<FollowNotesOptions, 'isIgnored' | 'quietMs' | 'pollMs'>>;
  readonly #waiting = timers();
  readonly #watcher;
  #isPolling: boolean;
  #isAway = false;
  #isClosed = false;
  #isNews = false;
  #seen = new Map<string, NoteStamp>();
  #work = Promise.resolve();

  constructor(options: FollowNotesOptions) {
    this.#options = { isIgnored: () => false, quietMs: 1000, pollMs: 3000, ...options };
    this.#isPolling = options.poll ?? false;
    const { isIgnored, quietMs } = this.#options;
    this.#watcher = watchFolders({
      root: options.folder,
      onChange: (path, isEntry) => {
        if (!isIgnored(path) && (isNote(path) || (isEntry && !isHidden(path)))) this.#lookIn(quietMs);
      },
      onFailure: ({ code }) => this.#pollInstead(code),
    });
    this.#lookIn(0);
  }

  /** Stops; when it settles nothing runs any more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#waiting.stopAll();
    this.#watcher.close();
    await this.#work;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #pollInstead(code: string | undefined): void {
    if (this.#isPolling || this.#isClosed) return;
    const { folder, pollMs, trouble } = this.#options;
    this.#isPolling = true;
    this.#watcher.close();
    trouble(`Watching ${folder} failed (${code}); checking it every ${pollMs / 1000} s instead.`);
    this.#lookIn(pollMs);
  }

  #lookIn(ms: number): void {
    if (this.#isClosed) return;
    this.#waiting.start('look', ms, () => {
      this.#work = this.#work
        .then(() => (this.#isClosed ? undefined : this.#look()))
        .catch((error) => this.#options.trouble(`Notes: ${messageOf(error)}`));
    });
  }

  /** Two looks that find the same say that no note is half written. */
  async #look(): Promise<void> {
    const { folder, isIgnored, pollMs, quietMs, trouble, onChange } = this.#options;
    const listing = await listNotes(folder, (each) => {
      if (!this.#isPolling && !this.#isClosed && !isIgnored(each)) this.#watcher.add(each);
    });
    // A folder that is not there may be on a disk that is not there: its notes are not taken for deleted.
    if (!listing && !this.#isAway)
      trouble(`${folder} does not exist; checking for it every ${pollMs / 1000} s.`);
    if (!listing) this.#watcher.close();
    this.#isAway = !listing;
    const seen = this.#seen;
    const notes = new Map([...(listing?.notes ?? seen)].filter(([path]) => !isIgnored(path)));
    const isSame =
      notes.size === seen.size && [...notes].every(([path, at]) => sameStamp(seen.get(path), at));
    this.#seen = notes;
    if (isSame && this.#isNews) {
      this.#isNews = false;
      await onChange();
    }
    this.#isNews ||= !isSame;
    if (this.#isNews) this.#lookIn(quietMs);
    else if (this.#isPolling || this.#isAway) this.#lookIn(pollMs);
  }
}
