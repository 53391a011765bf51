import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Notice } from '@sqrl/base/messages.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { addLine, MAX_SHARED_BYTES, SHARED_FILE, writeLines } from '@sqrl/base/model/sync/lines.ts';
import { isEnded, sharedMemoryIn } from '@sqrl/base/model/sync/memory-state.ts';
import { personName } from '@sqrl/base/model/sync/person.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { beginSharing } from '../../learn/sharing/note-shared.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import { memoryAt, replaceMemory } from '../../store/memory/memories.ts';
import {
  carried,
  countShared,
  setSyncNote,
  sharedRow,
  syncNote,
  waiting,
} from '../../store/memory/shared.ts';
import { findById } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { readLogin } from '../hub/login.ts';
import { PROJECT_SCOPES, shareable, worthSharing } from '../what-travels.ts';
import { NOTHING_SHARED, readShared, type SharedReading } from './read-shared.ts';
import { blobText, isIgnored, personOf, type ReviewedFile, reviewedFile } from './repository.ts';
import { readSharedFile, sharedText, writeAttributes, writeSharedFile } from './shared-file.ts';

/** Shares memories of the project through a file in its repository; a dry run says which. */
export async function share(
  engine: Engine,
  { ids, all, dryRun }: Parsed<'share'>,
): Promise<{ shared: Memory[]; known: number; file: string; person: string; notices: Notice[] }> {
  const root = repositoryOf(engine);
  const { store } = engine.own;
  const person = await personOf(root, engine);
  const memories = all
    ? worthSharing(engine, engine.own, PROJECT_SCOPES)
    : ids.map((id) => shareable(engine, id).memory);
  const ended = memories.find(({ id }) => isEnded(sharedRow(store, id)?.state ?? {}));
  if (ended && !all)
    throw new Problem(
      `Memory ${ended.id} was taken out of what is shared, for good.`,
      `To share its text again, run \`sqrl forget ${ended.id}\` and remember it anew.`,
    );
  const inHub = memories.find(({ id }) => sharedRow(store, id)?.space);
  if (inHub && !all)
    throw new Problem(
      `Memory ${inHub.id} is shared through a hub already.`,
      `One carrier is enough; \`sqrl unshare ${inHub.id}\` takes it out of the hub.`,
    );
  const open = memories.filter(({ id }) => {
    const row = sharedRow(store, id);
    return row?.standing !== 'hidden' && !row?.space;
  });
  const fresh = open.filter(({ id }) => !sharedRow(store, id));
  const known = open.length - fresh.length;
  const said = { file: SHARED_FILE, person: personName(person), known };
  if (dryRun) return { ...said, shared: fresh, notices: [] };
  // What is wrong with the file is said before anything is noted.
  const there = refuseForeign(root);
  // Who shares into a file of others has not agreed to what they say.
  const begins = there.lines.size === 0 && ((await reviewedFile(root, engine))?.blob ?? null) === null;
  const shared = store.transaction(() => {
    setSyncNote(store, 'person', person);
    if (begins) setSyncNote(store, 'joined', String(engine.now()));
    return open.filter((memory) => {
      const { row } = findById(engine, memory.id);
      const ownerId = engine.project?.remote ?? engine.project?.name ?? null;
      const owned = { ...memoryAt(store, row)!, owner: 'team' as const, ownerId };
      replaceMemory(store, row, owned, hashOf(owned.text));
      return beginSharing(store, owned, engine.now());
    });
  });
  const written = writeWaiting(engine, root);
  const isLeftOut = written && (await isIgnored(root, engine));
  return {
    ...said,
    shared,
    notices: isLeftOut
      ? [
          {
            message: `Git ignores ${SHARED_FILE}, so a commit does not take it along.`,
            hint: `In .gitignore write \`.ctx/*\` instead of the folder, and \`!${SHARED_FILE}\` in the next line.`,
          },
        ]
      : [],
  };
}

/** Reads what others share and writes what waits. Without the person's word nothing of others is read. */
export async function sync(engine: Engine, { join: joins, write }: Parsed<'sync'>) {
  const root = repositoryOf(engine);
  const { store } = engine.own;
  const working = readSharedFile(root);
  const found = await reviewedFile(root, engine);
  if (joins && syncNote(store, 'joined') === undefined) setSyncNote(store, 'joined', String(engine.now()));
  const joined = syncNote(store, 'joined') !== undefined;
  // Changes to what others share carry a name too.
  if (joined && syncNote(store, 'person') === undefined) await notePerson(engine, root);
  const reading = joined ? await read(engine, root, found, working.text) : NOTHING_SHARED;
  const writes = write && (joined || waiting(store).ids.length > 0);
  const repaired = writes && working.hasMarkers;
  const written = writes && writeWaiting(engine, root);
  const { mine = 0, reviewed = 0, proposed = 0 } = countShared(store);
  return {
    ...reading,
    /** This home is logged in at a hub, too. */
    hub: readLogin(engine.home.root) !== undefined,
    /** The person agreed to use what is shared here. */
    joined,
    hasFile: working.lines.size > 0 || working.text !== '' || (found?.blob ?? null) !== null,
    file: SHARED_FILE,
    /** What is in the file, for a person who has not agreed yet. */
    offered: joined ? { memories: 0, people: [] } : offeredIn(working),
    standing: { mine, reviewed, proposed },
    /** Changes that are not in the file yet. */
    waiting: waiting(store).ids.length,
    written,
    /** Markers of a conflict were taken out. */
    repaired,
    wrong: working.wrong ?? null,
    /** The branch whose lines count as agreed to; null where there is none. */
    agreedOn: found?.ref.replace(/^refs\/(?:heads|remotes)\//, '') ?? null,
  };
}

type WorkingFile = ReturnType<typeof readSharedFile>;

async function notePerson({ own: { store }, env }: Engine, root: string): Promise<void> {
  try {
    setSyncNote(store, 'person', await personOf(root, { env }));
  } catch (error) {
    // Reading needs no name; sharing asks for one.
    if (!(error instanceof Problem)) throw error;
  }
}

/** What is new since the file was read last; undefined where nothing is, or where the person has not agreed. */
export async function readNews(engine: Engine): Promise<SharedReading | undefined> {
  const root = repositoryOf(engine);
  const { store } = engine.own;
  if (syncNote(store, 'joined') === undefined) return undefined;
  const text = sharedText(root);
  const found = await reviewedFile(root, engine);
  return syncNote(store, 'read') === readingOf(found, text) ? undefined : read(engine, root, found, text);
}

/** What names a reading: the same again brings nothing new. */
const readingOf = (found: ReviewedFile | undefined, text: string): string =>
  `${found?.ref} ${found?.blob} ${hashOf(text)}`;

async function read(
  engine: Engine,
  root: string,
  found: ReviewedFile | undefined,
  working: string,
): Promise<SharedReading> {
  if (found && found.bytes > MAX_SHARED_BYTES)
    throw new Problem(
      `${SHARED_FILE} on ${found.ref} is too large to be read.`,
      'Unshare memories that are not needed.',
      'invalid',
    );
  const reviewed = found && (await blobText(root, found, engine));
  const reading = await readShared(engine, { root, reviewed, working });
  setSyncNote(engine.own.store, 'read', readingOf(found, working));
  return reading;
}

function offeredIn({ lines }: WorkingFile): { memories: number; people: string[] } {
  const memories = [...lines.values()].flatMap(({ state }) => sharedMemoryIn(state) ?? []);
  const people = new Set(memories.map(({ wordings: [newest] }) => personName(newest.person)));
  return { memories: memories.length, people: [...people].sort().slice(0, 20) };
}

/**
 * Writes what waits into the file, and forgets that it waited. In one transaction, which keeps other processes of this home
 * out; killed in between, the same changes are written again.
 */
export function writeWaiting({ own: { store } }: Engine, root: string): boolean {
  return store.transaction(() => {
    const { ids: changed, upTo } = waiting(store);
    const file = readSharedFile(root);
    // An end is written wherever the line still lives: the file may have been put back, or be that of another branch.
    const living = [...file.lines.values()].filter(({ kind, state }) => kind === 'memory' && !isEnded(state));
    const ended = living.filter(({ id }) => isEnded(sharedRow(store, id)?.state ?? {}));
    const ids = new Set([...changed, ...ended.map(({ id }) => id)]);
    if (ids.size === 0 && !file.hasMarkers) return false;
    refuseForeign(root);
    for (const id of ids) {
      const row = sharedRow(store, id);
      if (row) addLine(file.lines, { id, kind: 'memory', state: row.state });
    }
    const text = writeLines(file.lines);
    const isChanged = text !== file.text;
    if (isChanged) writeSharedFile(root, text);
    writeAttributes(root);
    carried(store, upTo);
    return isChanged;
  });
}

/** A line that is not ours would be lost by writing the file, which is returned else. */
export function refuseForeign(root: string): WorkingFile {
  const file = readSharedFile(root);
  const { wrong } = file;
  if (!wrong) return file;
  throw new Problem(
    `${SHARED_FILE} is not written: ${wrong.count === 1 ? 'a line is not a memory' : `${wrong.count} lines are not memories`}, the first is line ${wrong.first}.`,
    `Fix or remove them, or restore the file with \`git checkout -- ${SHARED_FILE}\`. Nothing was changed.`,
    'invalid',
  );
}

export function repositoryOf({ project }: Engine): string {
  if (!project || !existsSync(join(project.root, '.git')))
    throw new Problem(
      'Not in a git repository, so there is nothing to share through.',
      'Change to a repository with a work tree, or pass --project.',
      'usage',
    );
  return project.root;
}
