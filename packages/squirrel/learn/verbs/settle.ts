import type { Episode } from '@sqrl/base/model/episode.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { QUIET } from '../../ingest/episodes/cut.ts';
import { hiddenTrouble } from '../../ingest/episodes/hidden-failure.ts';
import { settleSession } from '../../ingest/episodes/settle.ts';
import { indexPassages } from '../../ingest/index-passages.ts';
import { ownFiles } from '../../ingest/own-files.ts';
import { TAINT, type Taint, taintOf } from '../../ingest/taint.ts';
import type { SettleRules } from '../../ingest/work/log-stores.ts';
import { noteReached } from '../../store/drafts/sightings.ts';
import { addFlush, episodesWhere, sessionsBeyond } from '../../store/episodes/episodes.ts';
import {
  filesNamedIn,
  isForeignLog,
  isWrittenElsewhere,
  setTainted,
  taintSteps,
  textsOf,
} from '../../store/events/events.ts';
import { foldersOfSessions, markSettled, sessionAt, settledRules } from '../../store/events/sessions.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { observeSession } from '../observe/observe-session.ts';
import { TaskFiles } from '../tasks/project-tasks.ts';

/** To be raised when what is derived from events is derived in another way: all of it is then made anew. */
export const RULES = 14;

/**
 * Derives what follows from a session's events, in one transaction. Runs again after a crash, and changes nothing then.
 * Without `files` the project's own are told by their paths alone.
 */
export function settleStoredSession(
  store: Store,
  session: number,
  { since, files = projectFilesOf(store, undefined) }: { since?: number; files?: SettleFiles } = {},
): void {
  store.transaction(() => {
    taint(store, session, files);
    const isCurrent = settledRules(store, session) === RULES;
    const anew = isCurrent ? since : Number.MIN_SAFE_INTEGER;
    settleSession(store, session, anew === undefined ? {} : { from: anew });
    indexPassages(store, session);
    observeSession(store, session, { byFiles: files.onCommands });
    noteReached(store, session);
    markSettled(store, session, RULES);
  });
}

export interface SettleFiles {
  own: ReturnType<typeof ownFiles>;
  onCommands: TaskFiles | undefined;
}

/** The project's files, to be asked for once for many sessions. */
export const projectFilesOf = (store: Store, root: string | undefined): SettleFiles => ({
  own: ownFiles({ root, folders: foldersOfSessions(store) }),
  onCommands: root === undefined ? undefined : new TaskFiles(root),
});

/** Every event is judged again, since a subagent's log may be read long after its parent's. */
function taint(store: Store, session: number, { own, onCommands }: SettleFiles): void {
  const steps = taintSteps(store, session);
  const judged = isForeignLog(store, session)
    ? steps.map((): Taint => TAINT.foreign)
    : judgeSteps(store, session, steps, { own, onCommands });
  judged.forEach((tainted, i) => {
    if (tainted !== steps[i]!.tainted) setTainted(store, steps[i]!.row, tainted);
  });
}

function judgeSteps(
  store: Store,
  session: number,
  steps: ReturnType<typeof taintSteps>,
  { own, onCommands }: SettleFiles,
): Taint[] {
  const named = filesNamedIn(store, session);
  const files = own({
    cwd: sessionAt(store, session)?.cwd ?? null,
    isAgents: (path) => isWrittenElsewhere(store, path, session),
  });
  let texts: string[] | undefined;
  const textOf = (i: number): string => {
    texts ??= textsOf(store, session);
    return texts[i] ?? '';
  };
  const taints = taintOf(
    steps.map((step) => {
      const those = named.get(step.row) ?? [];
      const wrote = those.flatMap(({ path, way }) => (way === 'write' ? [path] : []));
      return { ...step, read: those.filter(({ way }) => way !== 'write'), wrote };
    }),
    { ...files, isOwnProgram: (name) => onCommands?.namesProgram(name) ?? false },
    textOf,
  );
  // A failure behind a pipe is told in the words of the program that failed.
  return taints.map((tainted, i) =>
    tainted === TAINT.unknown && hiddenTrouble({ ...steps[i]!, text: textOf(i) }) !== undefined
      ? TAINT.foreign
      : tainted,
  );
}

export const settling: SettleRules<SettleFiles> = {
  rules: RULES,
  filesOf: projectFilesOf,
  settle: settleStoredSession,
};

/** Ends the episodes that run now: whatever comes next in their sessions begins a new one. */
export function flush({ own: { store }, project, now }: Engine): { at: number; ended: Episode[] } {
  const at = now();
  return store.transaction(() => {
    const running = episodesWhere(store, { statuses: ['active'] }, { now: at, quiet: QUIET });
    addFlush(store, at);
    const files = projectFilesOf(store, project?.root);
    // A log may be ahead of this clock.
    for (const session of sessionsBeyond(store, at))
      settleStoredSession(store, session, { since: at, files });
    const ended = episodesWhere(store, {}, { now: at, quiet: QUIET }).filter(({ id }) =>
      running.some((episode) => episode.id === id),
    );
    return { at, ended: ended.map(({ row: _, ...episode }) => episode) };
  });
}
