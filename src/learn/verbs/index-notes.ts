import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { workTreeOf } from '../../base/foreign-file.ts';
import { type Message, message, type OnProgress } from '../../base/messages.ts';
import { Problem } from '../../base/problem.ts';
import { hashOf } from '../../base/text/clean.ts';
import type { Draft, Memory } from '../../model/memory.ts';
import { noteTag } from '../../model/note-tag.ts';
import {
  isWrittenAfterForeignText,
  isWrittenByAgent,
  runningSessions,
} from '../../store/events/agents-turn.ts';
import { memoriesWhere } from '../../store/memory/filters.ts';
import { type Row, replaceMemory } from '../../store/memory/memories.ts';
import { noteFile, noteFiles, removeNoteFile, setNoteFile } from '../../store/memory/note-files.ts';
import { openStore } from '../../store/open.ts';
import { projectsSeenAt } from '../../store/projects.ts';
import { inProject } from '../../workspace/in-project.ts';
import { reembed } from '../../workspace/reembed.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { followNotes, type NoteChange } from '../notes/follow.ts';
import { listNotes } from '../notes/list-notes.ts';
import { loadNote, readNote } from '../notes/read-note.ts';
import { rememberAll } from './remember.ts';
import { ANY, remove } from './verbs.ts';

export interface IndexNotes {
  /** The home's own notes, which hold everywhere, where none is given; a given folder's belong to the project. */
  folder?: string;
  /** Goes on until the signal says stop. */
  watch: boolean;
  /** The daemon reads them by itself: what an agent may have written waits for review. */
  unasked?: boolean;
  onProgress?: OnProgress;
  signal?: AbortSignal;
}

/** Reads Markdown notes into memory: what is new in them comes in, what is gone from them goes. */
export async function indexNotes(
  engine: Engine,
  { folder, watch, unasked = false, onProgress, signal }: IndexNotes,
) {
  const shelved = shelve(engine, folder);
  const found = statSync(shelved.folder, { throwIfNoEntry: false });
  if (found ? !found.isDirectory() : folder !== undefined)
    throw new Problem(
      `${shelved.folder} is ${found ? 'not a folder' : 'not there'}.`,
      'Give a folder that holds Markdown files.',
      found ? 'invalid' : 'not_found',
    );
  const result = {
    folder: shelved.folder,
    files: 0,
    added: 0,
    known: 0,
    removed: 0,
    skipped: [] as SkippedNote[],
  };
  const listing = await listNotes(shelved.folder);
  const notes = [...(listing?.notes.keys() ?? [])].sort();
  for (const path of listing?.unread ?? [])
    result.skipped.push({ file: path, because: message('notes.folderUnreadable') });
  for (const [i, path] of notes.entries()) {
    if (signal?.aborted) return result;
    await take(engine, shelved, { did: 'changed', path, quiet: true }, result, { unasked });
    result.files++;
    onProgress?.(i + 1, notes.length, message('work.notes'));
  }
  // A folder that could not be looked into says nothing about what is gone from it.
  const lost = knownPaths(engine, shelved).filter((path) => listing && !notes.includes(path));
  for (const path of lost.filter((each) => !listing!.unread.some((folder) => isBelow(folder, each))))
    await take(engine, shelved, { did: 'gone', path }, result);
  if (watch) await follow(engine, shelved, result, { onProgress, signal });
  return result;
}

const isBelow = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`);

interface SkippedNote {
  file: string;
  because: Message;
}

interface NotesReport {
  files: number;
  added: number;
  known: number;
  removed: number;
  skipped: SkippedNote[];
}

/** A folder of notes and where its memories go. */
interface NoteFolder {
  folder: string;
  /** Where the state of its notes is filed: one place for all worktrees, since their notes have one name. */
  filed: string;
  /** A note's name: from the top of its worktree where it lies in the project, in full otherwise. */
  nameOf: (path: string) => string;
  scope: 'global' | 'project';
}

function shelve(engine: Engine, given: string | undefined): NoteFolder {
  const folder = resolve(given ?? engine.home.notes);
  const name = inProject(engine.project, folder);
  const filed = resolve(engine.project?.root ?? folder, name);
  const nameOf = (path: string) => join(name, path).replaceAll('\\', '/');
  return { folder, filed, nameOf, scope: given === undefined || !engine.project ? 'global' : 'project' };
}

const storeOf = (engine: Engine, { scope }: NoteFolder) =>
  (scope === 'global' ? engine.user : engine.own).store;

/** How a note's state is filed: one name a file, whatever the system. */
const placeOf = ({ filed }: NoteFolder, path: string): string => `${filed}/${path}`;

const knownPaths = (engine: Engine, shelved: NoteFolder): string[] =>
  noteFiles(storeOf(engine, shelved), `${shelved.filed}/`).map(({ path }) =>
    path.slice(shelved.filed.length + 1),
  );

async function follow(
  engine: Engine,
  shelved: NoteFolder,
  result: NotesReport,
  { onProgress, signal }: Pick<IndexNotes, 'onProgress' | 'signal'>,
): Promise<void> {
  await using _follower = followNotes({
    folder: shelved.folder,
    known: knownPaths(engine, shelved),
    trouble: (because) => result.skipped.push({ file: shelved.folder, because }),
    tell: async (change) => {
      const before = result.added;
      await take(engine, shelved, change, result, { unseen: true });
      const added = result.added - before;
      if (added > 0) onProgress?.(added, added, message('work.newNotes', { path: change.path }));
    },
  });
  // There is time now for what an earlier command left undone.
  await reembed(engine, { signal });
  await new Promise<void>((done) => {
    if (signal?.aborted) done();
    signal?.addEventListener('abort', () => done(), { once: true });
  });
}

/**
 * Brings memory in step with one note. `unseen`: it changed while it was watched on request; `unasked`: nobody has asked for
 * it to be read.
 */
async function take(
  engine: Engine,
  shelved: NoteFolder,
  change: NoteChange,
  result: NotesReport,
  { unseen = false, unasked = false } = {},
): Promise<void> {
  const store = storeOf(engine, shelved);
  const place = placeOf(shelved, change.path);
  if (change.did === 'gone') return dropNote();
  const loaded = loadNote(shelved.folder, change.path);
  if ('gone' in loaded) return dropNote();
  if ('because' in loaded) return void result.skipped.push({ file: change.path, because: loaded.because });
  const name = shelved.nameOf(change.path);
  const quiet = change.did === 'renamed' || change.quiet;
  const before = noteFile(store, place);
  const reading = readNote({ path: name, bytes: loaded.bytes, quiet, at: engine.now() }, before);
  if (reading.did === 'skip')
    return void result.skipped.push({ file: change.path, because: reading.because });
  if (reading.did !== 'read') return;
  const tainted =
    // In a work tree a `git pull` may have changed it.
    (unseen && workTreeOf(join(shelved.folder, change.path)) !== undefined) ||
    isWrittenAfterForeignText(engine.own.store, { path: name, since: before?.indexedAt ?? 0 }) ||
    (unasked && mayBeAgents(engine, { path: name, since: before?.indexedAt ?? 0 }));
  const drafts = reading.drafts.map((draft) => ({ ...draft, tainted }));
  await addAll(engine, shelved, drafts, name, result);
  result.removed += removeOthers(engine, shelved, name, reading.keep);
  setNoteFile(store, { path: place, ...reading.state, indexedAt: engine.now() });
  // Last, so that what both have keeps its id and all that hangs on it.
  if (change.did === 'renamed')
    await take(engine, shelved, { did: 'gone', path: change.from }, result, { unseen });

  function dropNote(): void {
    result.removed += removeOthers(engine, shelved, shelved.nameOf(change.path), new Set());
    removeNoteFile(store, place);
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

async function addAll(
  engine: Engine,
  shelved: NoteFolder,
  drafts: readonly Draft[],
  name: string,
  result: NotesReport,
) {
  const kept = await rememberAll(
    engine,
    drafts.map((draft) => ({ ...draft, scope: shelved.scope })),
    'note',
  );
  for (const one of kept) {
    if (one.did === 'dropped') {
      result.skipped.push({ file: name, because: one.reason });
      continue;
    }
    const { did, row, memory } = one;
    result[did === 'known' ? 'known' : 'added']++;
    // The same words in two notes are one memory that belongs to both.
    if (did === 'known' && memory.source === 'file_index' && !memory.tags.includes(noteTag(name)))
      relabel(engine, shelved, row, {
        ...memory,
        tags: [...memory.tags, noteTag(name)],
        files: [...memory.files, name],
      });
  }
}

/** Removes what this note no longer says; what another note says too only loses this one's name. */
function removeOthers(engine: Engine, shelved: NoteFolder, name: string, keep: ReadonlySet<string>): number {
  const indexedStore = shelved.scope === 'global' ? engine.user : engine.own;
  const filter = { ...ANY, tags: [noteTag(name)], sources: ['file_index' as const] };
  const those = memoriesWhere(indexedStore.store, filter, { now: engine.now(), limit: -1, order: 'oldest' });
  const lost = those.filter(({ memory }) => memory.key === null || !keep.has(memory.key));
  for (const { row, memory } of lost) {
    const tags = memory.tags.filter((tag) => tag !== noteTag(name));
    if (tags.some((tag) => tag.startsWith('note:')))
      relabel(engine, shelved, row, { ...memory, tags, files: memory.files.filter((file) => file !== name) });
    else remove(indexedStore, row);
  }
  return lost.length;
}

function relabel(engine: Engine, shelved: NoteFolder, row: Row, memory: Memory): void {
  const store = storeOf(engine, shelved);
  store.transaction(() => replaceMemory(store, row, memory, hashOf(memory.text)));
}
