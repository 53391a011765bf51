import { blameLine } from '@sqrl/base/git/blame.ts';
import { commitAt } from '@sqrl/base/git/commit-log.ts';
import { commitId, digitsOfCommit, saidId } from '@sqrl/base/model/citation.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { personName } from '@sqrl/base/model/sync/person.ts';
import { toldMemory } from '@sqrl/base/model/sync/told.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { requireProject } from '../../codebase/graph-index.ts';
import { changesOfFile, committersOf, type FileChange, promptsBehind } from '../../store/events/changes.ts';
import { learnedIn } from '../../store/memory/portrait.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { shownCommit } from '../ask/from-repository.ts';
import { askableWhere } from '../context/context-hits.ts';
import { hideWithdrawn } from '../passages/withdrawn.ts';
import { stillSaid } from './where.ts';

export async function commit(engine: Engine, { id }: { id: string }) {
  const digits = digitsOfCommit(id);
  const found = await commitAt(requireProject(engine).root, digits, { env: engine.env });
  if (!found)
    throw new Problem(
      `No commit of this repository has the id ${commitId(digits)}.`,
      'It may belong to another repository, or history was rewritten; `git log` lists the commits of this one.',
      'not_found',
    );
  return { ...shownCommit(found), body: redactSync(found.body).text };
}

/** A commit comes, or is merged, so long after its work; one that comes later is of other work. */
export const MAX_WORK_MS = 30 * 24 * 3600 * 1000;
/** Git's clock and the log's may differ, and a commit is dated when its message is opened. */
export const CLOCK_MS = 60_000;
const MAX_CHANGES = 300;
/** Lines that other edits of the same task may have moved a line by. */
const MAX_SHIFT = 5;
const MAX_MEMORIES = 3;

/** How a line came to be: its commit, the session that wrote it, what a person typed for it, and what is known of it. */
export async function lineOrigin(engine: Engine, { path, line }: { path: string; line: number }) {
  const { root } = requireProject(engine);
  const options = { env: engine.env };
  const found = await blameLine(root, { path, line }, options);
  if (!found)
    throw new Problem(
      `${path} has no line ${line} in ${root}: it is shorter, or missing.`,
      'Pass a file of the project and a line of it: `sqrl why src/cart.ts:12`.',
      'not_found',
    );
  const blamed = found.commit;
  const commit = blamed && (await commitAt(root, blamed.hash, options));
  const origin = originOf(engine, {
    path: blamed?.path ?? path,
    line: blamed?.line ?? line,
    from: (blamed?.committedAt ?? engine.now()) - MAX_WORK_MS,
    until: (blamed?.committedAt ?? engine.now()) + CLOCK_MS,
    makers: blamed
      ? committersOf(engine.own.store, {
          hash: blamed.hash,
          subject: commit?.subject ?? blamed.hash,
          at: blamed.authoredAt,
        })
      : [],
  });
  return {
    path,
    line,
    text: redactSync(found.text).text,
    commit: commit ? shownCommit(commit) : null,
    ...origin,
    memories: memoriesAbout(engine, path, {
      episode: origin.work?.task?.id ?? null,
      author: commit?.author ?? null,
      at: commit?.at ?? engine.now(),
    }),
  };
}

/**
 * The change that wrote a line, and what was typed for it. Edits keep no text, so it is the last one that changed these
 * lines before the commit, first of all in a session that made the commit.
 */
function originOf(
  engine: Engine,
  {
    path,
    makers,
    ...at
  }: { path: string; line: number; from: number; until: number; makers: readonly number[] },
) {
  const { store } = engine.own;
  const changes = changesOfFile(store, path, { ...at, limit: MAX_CHANGES });
  const rank = (change: FileChange): number =>
    (makers.includes(change.sessionRow) ? 2 : 0) + (coversLine(change, at.line) ? 1 : 0);
  const best = changes.reduce<FileChange | undefined>(
    (one, other) => (one === undefined || rank(other) > rank(one) ? other : one),
    undefined,
  );
  const asked = best ? hideWithdrawn(promptsBehind(store, best), engine) : [];
  return {
    work: best ? workOf(engine, best, { madeCommit: makers.includes(best.sessionRow), line: at.line }) : null,
    asked: asked.map(({ event, at, text, tainted, answers }) => ({
      ...{ id: saidId(event), at, tainted },
      text: redactSync(text).text,
      /** What it answers, where it says little by itself. */
      answers: answers !== null && text.length < MIN_CHARS ? excerptEnd(redactSync(answers).text) : null,
    })),
  };
}

/** A shorter prompt, such as "6" or "yes, do it", is an answer. */
const MIN_CHARS = 40;
const MAX_ANSWERED_CHARS = 300;

const excerptEnd = (text: string): string =>
  text.length > MAX_ANSWERED_CHARS ? `… ${text.slice(-MAX_ANSWERED_CHARS)}` : text;

function workOf(
  engine: Engine,
  change: FileChange,
  { madeCommit, line }: { madeCommit: boolean; line: number },
) {
  const { client, session, at, episode: id, task, summary: outcome } = change;
  const still = id === null ? null : stillSaid(engine, { id, task: task!, outcome: outcome! });
  return {
    ...{ client, session, at },
    /** Its session made the commit; otherwise it is the last change of these lines, or of the file, before that. */
    madeCommit,
    changedLine: coversLine(change, line),
    task: still && {
      id: still.id,
      task: redactSync(still.task).text,
      summary: redactSync(still.outcome).text,
    },
  };
}

/** A file that was written whole has no numbers. */
const coversLine = ({ fromLine: from, toLine }: FileChange, line: number): boolean =>
  from === null || (line >= from - MAX_SHIFT && line <= (toLine ?? from) + MAX_SHIFT);

/** Memories learned in the same task; then those of teammates about the file, of the commit's author first. */
function memoriesAbout(
  engine: Engine,
  path: string,
  { episode, author, at }: { episode: string | null; author: string | null; at: number },
) {
  const inTask = episode === null ? [] : learnedIn(engine.own.store, [episode]);
  const learned = new Set(inTask.map(({ id }) => id));
  const isAuthors = ({ userId }: Memory) => userId !== null && personName(userId) === author;
  const about = askableWhere(
    engine,
    engine.indexedStores,
    {},
    { is: ({ id, userId, files }) => learned.has(id) || (userId !== null && files.includes(path)) },
  );
  const rank = (memory: Memory) => (learned.has(memory.id) ? 0 : isAuthors(memory) ? 1 : 2);
  return about
    .map(({ memory }) => memory)
    .sort(
      (a, b) =>
        rank(a) - rank(b) || (rank(a) === 0 ? 0 : Math.abs(a.createdAt - at) - Math.abs(b.createdAt - at)),
    )
    .slice(0, MAX_MEMORIES)
    .map((memory) => ({
      ...{ id: memory.id, type: memory.type, text: toldMemory(memory) },
      learnedHere: learned.has(memory.id),
    }));
}
