import { hash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { workTreeOf } from '@sqrl/base/foreign-file.ts';
import type { OnProgress } from '@sqrl/base/messages.ts';
import type { Draft, Memory } from '@sqrl/base/model/memory.ts';
import { noteTag } from '@sqrl/base/model/note-tag.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import {
  isWrittenAfterForeignText,
  isWrittenByAgent,
  runningSessions,
} from '../../store/events/agents-turn.ts';
import { ANY, memoriesWhere } from '../../store/memory/filters.ts';
import type { FoundMemory, Row } from '../../store/memory/memories.ts';
import { noteFile, noteFiles, removeNoteFile, setNoteFile } from '../../store/memory/rule-files.ts';
import { openStore } from '../../store/open.ts';
import { projectsSeenAt } from '../../store/projects.ts';
import { inProject } from '../../workspace/in-project.ts';
import { reembed } from '../../workspace/reembed.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { writeMemory } from '../gate/history.ts';
import { NoteFollower } from '../notes/follow.ts';
import { listNotes } from '../notes/list-notes.ts';
import { loadNote, readNote } from '../notes/read-note.ts';
import { rememberAll, storeFor } from './remember.ts';
import { remove } from './verbs.ts';

interface IndexOptions {
  /** The daemon reads them by itself: what an agent may have written waits for review. */
  unasked?: boolean;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/** Reads the home's own notes, which hold everywhere, or a given folder's, which belong to the project. */
export async function indexNotes(
  engine: Engine,
  { folder, watch }: Parsed<'index'>,
  { unasked = false, onProgress, signal }: IndexOptions,
) {
  const indexer = new NoteIndexer(engine, folder);
  const { result } = indexer;
  const found = statSync(result.folder, { throwIfNoEntry: false });
  if (found ? !found.isDirectory() : folder !== undefined)
    throw new Problem(
      `${result.folder} is ${found ? 'not a folder' : 'not there'}.`,
      'Give a folder that holds Markdown files.',
      found ? 'invalid' : 'not_found',
    );
  await indexer.take({ unasked, onProgress, signal });
  if (!watch) return result;
  await using _follower = new NoteFollower({
    folder: result.folder,
    trouble: (because) => result.skipped.push({ file: result.folder, because }),
    onChange: async () => {
      const before = result.added;
      await indexer.take({ unseen: true, signal });
      const added = result.added - before;
      if (added > 0) onProgress?.(added, added, `new from ${result.folder}`);
    },
  });
  // There is time now for what an earlier command left undone.
  await reembed(engine, { signal });
  await new Promise<void>((done) => {
    if (signal?.aborted) done();
    signal?.addEventListener('abort', () => done(), { once: true });
  });
  return result;
}

interface TakeOptions extends IndexOptions {
  /** They changed while they were watched on request. */
  unseen?: boolean;
}

class NoteIndexer {
  readonly result;
  readonly #engine: Engine;
  /** The home's own notes hold everywhere. */
  readonly #scope: 'global' | 'project';
  /** A note's folder as its memories name it: from the top of its worktree where it lies in the project, in full otherwise. */
  readonly #name: string;
  /** Where the state of its notes is filed: one place for all worktrees, since their notes have one name. */
  readonly #filed: string;

  constructor(engine: Engine, given: string | undefined) {
    const folder = resolve(given ?? engine.home.notes);
    this.#engine = engine;
    this.#scope = given === undefined || !engine.project ? 'global' : 'project';
    this.#name = inProject(engine.project, folder);
    this.#filed = resolve(engine.project?.root ?? folder, this.#name);
    const skipped: { file: string; because: string }[] = [];
    this.result = { folder, files: 0, added: 0, known: 0, removed: 0, skipped };
  }

  async take({ unseen = false, unasked = false, onProgress, signal }: TakeOptions): Promise<void> {
    const listing = await listNotes(this.result.folder);
    const notes = [...(listing?.notes.keys() ?? [])].sort();
    for (const path of listing?.unread ?? []) this.#skip(path, 'the folder cannot be read');
    for (const [i, path] of notes.entries()) {
      if (signal?.aborted) return;
      await this.#read(path, { unseen, unasked });
      onProgress?.(i + 1, notes.length, 'notes read');
    }
    this.result.files = notes.length;
    // A folder that could not be looked into says nothing about what is gone from it.
    const isLooked = (path: string) =>
      listing && !listing.unread.some((each) => each === '' || path.startsWith(`${each}/`));
    const known = noteFiles(this.#shelf.store, `${this.#filed}/`);
    // Last, so that what a renamed note says keeps its id and all that hangs on it.
    for (const path of known.map((note) => note.path.slice(this.#filed.length + 1)))
      if (isLooked(path) && !notes.includes(path)) this.#drop(path);
  }

  async #read(note: string, { unseen, unasked }: { unseen: boolean; unasked: boolean }): Promise<void> {
    const { folder } = this.result;
    const loaded = loadNote(folder, note);
    if ('gone' in loaded) return this.#drop(note);
    if ('because' in loaded) return this.#skip(note, loaded.because);
    const [engine, { store }] = [this.#engine, this.#shelf];
    const path = this.#nameOf(note);
    const before = noteFile(store, this.#placeOf(note));
    const { bytes } = loaded;
    const stamp = hash('sha256', bytes);
    if (before?.hash === stamp) return;
    const { drafts, because } = readNote({ path, bytes, at: engine.now() });
    if (!drafts) return this.#skip(note, because);
    const since = before?.indexedAt ?? 0;
    const tainted =
      // In a work tree a `git pull` may have changed it.
      (unseen && workTreeOf(join(folder, note)) !== undefined) ||
      isWrittenAfterForeignText(engine.own.store, { path, since }) ||
      (unasked && mayBeAgents(engine, { path, since }));
    const known = this.#memoriesOf(path);
    const fresh = drafts.filter(({ key }) => !known.some(({ memory }) => memory.key === key));
    this.result.known += drafts.length - fresh.length;
    await this.#add(
      fresh.map((draft) => ({ ...draft, tainted, scope: this.#scope })),
      path,
    );
    this.#remove(
      path,
      known.filter(({ memory }) => !drafts.some(({ key }) => key === memory.key)),
    );
    setNoteFile(store, { path: this.#placeOf(note), hash: stamp, indexedAt: engine.now() });
  }

  get #shelf() {
    return storeFor(this.#engine, { scope: this.#scope });
  }

  #nameOf(path: string): string {
    return join(this.#name, path).replaceAll('\\', '/');
  }

  /** One name a file, whatever the system. */
  #placeOf(path: string): string {
    return `${this.#filed}/${path}`;
  }

  /** A note is looked at again with every change of the folder, and named once. */
  #skip(file: string, because: string): void {
    const { skipped } = this.result;
    if (!skipped.some((one) => one.file === file && one.because === because)) skipped.push({ file, because });
  }

  #drop(path: string): void {
    const name = this.#nameOf(path);
    this.#remove(name, this.#memoriesOf(name));
    removeNoteFile(this.#shelf.store, this.#placeOf(path));
  }

  async #add(drafts: readonly Draft[], name: string): Promise<void> {
    for (const one of await rememberAll(this.#engine, drafts, 'note')) {
      if (one.did === 'dropped') {
        this.#skip(name, one.reason);
        continue;
      }
      const { did, row, memory } = one;
      this.result[did === 'known' ? 'known' : 'added']++;
      // The same words in two notes are one memory that belongs to both.
      if (did === 'known' && memory.source === 'file_index' && !memory.tags.includes(noteTag(name)))
        this.#relabel(row, {
          ...memory,
          tags: [...memory.tags, noteTag(name)],
          files: [...memory.files, name],
        });
    }
  }

  #memoriesOf(name: string): FoundMemory[] {
    const filter = { ...ANY, tags: [noteTag(name)], sources: ['file_index' as const] };
    return memoriesWhere(this.#shelf.store, filter, { now: this.#engine.now(), limit: -1, order: 'oldest' });
  }

  /** Removes what a note no longer says; what another note says too only loses this one's name. */
  #remove(name: string, gone: readonly FoundMemory[]): void {
    for (const { row, memory } of gone) {
      const tags = memory.tags.filter((tag) => tag !== noteTag(name));
      if (tags.some((tag) => tag.startsWith('note:')))
        this.#relabel(row, { ...memory, tags, files: memory.files.filter((file) => file !== name) });
      else remove(this.#shelf, row);
      this.result.removed++;
    }
  }

  #relabel(row: Row, memory: Memory): void {
    const { store } = this.#shelf;
    store.transaction(() => writeMemory(store, row, memory));
  }
}

/**
 * Whether an agent of any project may have written a note: its log says so, or foreign text came into a session that is
 * under way, whose shell can write anywhere.
 */
function mayBeAgents(engine: Engine, written: { path: string; since: number }): boolean {
  const now = engine.now();
  return projectsSeenAt(engine.user.store)
    .filter(({ seenAt }) => now - seenAt < RECENT_MS)
    .map((project) => engine.home.project(project))
    .filter((path) => existsSync(path))
    .some((path) => {
      using store = openStore(path, { now: engine.now });
      return (
        isWrittenByAgent(store, written) ||
        runningSessions(store, { since: now - UNDER_WAY_MS, until: now }).some(({ isForeign }) => isForeign)
      );
    });
}

/** Projects without an agent for longer than this are not looked into. */
const RECENT_MS = 7 * 24 * 3600_000;
const UNDER_WAY_MS = 30 * 60_000;
