import { existsSync } from 'node:fs';
import { DAY_MS } from '@sqrl/base/durations.ts';
import { LEARNED, type OnProgress } from '@sqrl/base/messages.ts';
import type { Project } from '@sqrl/base/model/project.ts';
import { messageOf, Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { joinProjects } from '../../exchange/join-projects.ts';
import { eraseDeleted } from '../../learn/verbs/delete.ts';
import { indexNotes } from '../../learn/verbs/index-notes.ts';
import { learn } from '../../learn/verbs/learn.ts';
import { RULES } from '../../learn/verbs/settle.ts';
import { lastCopyAt } from '../../store/copies.ts';
import { dueDrafts, unlearnedMatters } from '../../store/drafts/drafts.ts';
import { lastSessionAt, unsettledSessions } from '../../store/events/sessions.ts';
import { jobs, setJob } from '../../store/marks.ts';
import { deletedUntil } from '../../store/memory/changes.ts';
import { openStore } from '../../store/open.ts';
import { projectsSeen } from '../../store/projects.ts';
import { BACKGROUND_CPU_SHARE, EMBED_PASSAGES_JOB, embedPassagesIn } from '../../workspace/embed-passages.ts';
import { reembed } from '../../workspace/reembed.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { EngineFittings, MachineContext } from '../engine-parts.ts';
import { openSharedResources, type SharedResources } from '../local.ts';
import type { CareNews, CareOrder, CareResult } from './care-worker.ts';

/** How long passages are embedded at most before other work has its turn; a little is enough, the thread starts again. */
const MAX_EMBED_MS = 5 * 60_000;

export interface CareContext {
  tell: (news: CareNews) => void;
  signal: AbortSignal;
  /** Aborts when other work waits: learning is not held up by what can be done later. */
  otherWork: AbortSignal;
  now: () => number;
  /** Models that stay loaded after the work. */
  fittings?: EngineFittings;
}

/**
 * Looks after the memories of some projects: learns, lets them live, embeds them and past tasks, and copies their files
 * once a day.
 * When all are done, it embeds passages.
 */
export async function careWork(
  order: CareOrder,
  { tell, signal, otherWork, now, fittings }: CareContext,
): Promise<CareResult> {
  const surroundings: MachineContext = { ...order.surroundings, now };
  await using resources = await openSharedResources(surroundings, { copies: true, fittings });
  await using outside = resources.engineFor();
  const { store } = outside.user;
  if (store.readOnly) return { dailyAt: undefined, leftPassages: false };
  const known = projectsSeen(store).filter((each) => existsSync(outside.home.project(each)));
  const dailyAt = jobs(store).find(({ name }) => name === DAILY_CARE_JOB)?.updatedAt ?? 0;
  const isDaily = Math.abs(now() - dailyAt) >= DAY_MS;
  const wanted = isDaily || order.all ? known : known.filter(({ id }) => order.projects.includes(id));
  const those =
    isDaily || !order.unlearnedOnly
      ? wanted
      : wanted.filter((each) => hasUnlearned(outside.home.project(each), now));
  // What happened outside of all projects is in the user's own store, and so is what was learned for all projects.
  if (isDaily || !order.unlearnedOnly || hasLeftovers(store, now()))
    await careFor(resources, undefined, { tell, signal });
  for (const project of those) {
    if (signal.aborted) break;
    await careFor(resources, project, { tell, signal });
  }
  const leftPassages = await embedPassagesOf(
    outside,
    order.embedAll || order.all || isDaily ? known : those,
    {
      tell,
      signal: AbortSignal.any([signal, otherWork, AbortSignal.timeout(MAX_EMBED_MS)]),
    },
  );
  if (!isDaily || signal.aborted) return { dailyAt, leftPassages };
  setJob(store, { name: DAILY_CARE_JOB, state: 'done', done: 1, total: 1, note: null, updatedAt: now() });
  return { dailyAt: now(), leftPassages };
}

/** Under which name the daily work is noted in the user's store. */
export const DAILY_CARE_JOB = 'daily care';

async function careFor(
  resources: SharedResources,
  project: Project | undefined,
  { tell, signal }: Pick<CareContext, 'tell' | 'signal'>,
): Promise<void> {
  const id = project?.id ?? null;
  const job = (name: string, change: Omit<CareNews, 'job' | 'project'>) =>
    tell({ job: name, project: id, ...change });
  let at = 'learn';
  try {
    const engine = resources.engineFor(project);
    await using _ = engine;
    const { store } = engine.own;
    if (store.readOnly) return;
    eraseDeleted(engine);
    await joinProjects(engine);
    job('learn', { state: 'running', note: null });
    const onProgress: OnProgress = (done, total, note) => {
      if (!note.startsWith(LEARNED)) job('learn', { state: 'running', done, total, note });
    };
    const { learned, changed, withdrawn, notices } = await learn(engine, { signal, onProgress });
    const came = learned.length + changed.length + withdrawn.length;
    const note =
      came > 0
        ? `${learned.length} learned, ${changed.length} changed, ${withdrawn.length} withdrawn`
        : undefined;
    job('learn', {
      state: signal.aborted ? 'waiting' : 'done',
      note: note ?? notices[0]?.message ?? null,
    });
    if (project === undefined) {
      at = 'notes';
      const { added, removed } = await indexNotes(engine, { watch: false }, { unasked: true, signal });
      if (added + removed > 0)
        job('notes', { state: 'done', note: `${added} added and ${removed} removed with your notes` });
    }
    at = 'embed';
    const { embedded, total } = await reembed(engine, { signal });
    if (total > 0)
      job('embed', { state: embedded < total ? 'waiting' : 'done', done: embedded, total, note: null });
    at = 'copy';
    const before = lastCopyAt(store.path);
    await engine.close();
    const copied = lastCopyAt(store.path);
    if (copied !== before) job('copy', { state: 'done', note: null });
  } catch (error) {
    // An error in one project does not stop the others.
    if (!(error instanceof Problem)) throw error;
    job(at, { state: 'failed', note: messageOf(error) });
  }
}

/**
 * Embeds what was said in some projects, the one with the latest session first, and outside of all. Says whether it was
 * stopped before the end.
 */
async function embedPassagesOf(
  outside: Engine,
  projects: readonly Project[],
  { tell, signal }: { tell: (news: CareNews) => void; signal: AbortSignal },
): Promise<boolean> {
  const paths = projects.map((project) => ({ id: project.id, path: outside.home.project(project) }));
  const places: { id: string | null; path: string }[] = paths
    .map((place) => ({ ...place, at: latestSessionIn(place.path, outside.now) }))
    .sort((a, b) => b.at - a.at);
  for (const { id, path } of [...places, { id: null, path: outside.user.store.path }]) {
    if (signal.aborted) return true;
    const job = (change: Omit<CareNews, 'job' | 'project'>) =>
      tell({ job: EMBED_PASSAGES_JOB, project: id, ...change });
    try {
      // Not as an engine of its own: a project that is only embedded was not seen again.
      using store = openStore(path, { now: outside.now });
      if (store.readOnly) continue;
      const { embedded, total } = await embedPassagesIn(outside, store, {
        signal,
        cpuShare: BACKGROUND_CPU_SHARE,
        onProgress(done, all) {
          if (done % TOLD_EVERY === 0) job({ state: 'running', done, total: all, note: null });
        },
      });
      const note = signal.aborted ? null : (outside.meaning.notice?.message ?? null);
      if (total > 0) job({ state: embedded < total ? 'waiting' : 'done', done: embedded, total, note });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      job({ state: 'failed', note: messageOf(error) });
    }
  }
  return signal.aborted;
}

const latestSessionIn = (path: string, now: () => number): number => lookInto(path, now, lastSessionAt) ?? 0;

/** What a look into a store tells; undefined where it cannot be opened. */
function lookInto<T>(path: string, now: () => number, look: (store: Store) => T): T | undefined {
  try {
    using store = openStore(path, { now });
    return look(store);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return undefined;
  }
}

const TOLD_EVERY = 64;

/** Whether a killed process has left something to learn from, or to erase. */
const hasUnlearned = (path: string, now: () => number): boolean =>
  lookInto(path, now, (store) => hasLeftovers(store, now()) || unsettledSessions(store, RULES).length > 0) ??
  false;

const hasLeftovers = (store: Store, now: number): boolean =>
  unlearnedMatters(store).length > 0 || dueDrafts(store).length > 0 || deletedUntil(store, now).length > 0;
