import { existsSync } from 'node:fs';
import { Problem } from '../../base/problem.ts';
import { learn } from '../../learn/verbs/learn.ts';
import { RULES } from '../../learn/verbs/settle.ts';
import type { Project } from '../../model/project.ts';
import { lastCopyAt } from '../../store/copies.ts';
import { unlearntMatters } from '../../store/drafts/drafts.ts';
import { unsettledSessions } from '../../store/events/sessions.ts';
import { jobs, setJob } from '../../store/jobs.ts';
import { openStore } from '../../store/open.ts';
import { projectsSeen } from '../../store/projects.ts';
import { reembed } from '../../workspace/reembed.ts';
import type { MachineContext } from '../engine-parts.ts';
import { openSharedResources, type SharedResources } from '../shared-resources.ts';
import type { CareNews, CareOrder, CareProtocol } from './care-worker.ts';

const DAY_MS = 24 * 3600_000;

/** Looks after the memories of some projects: learns, lets them live, embeds them, and copies their files once a day. */
export async function careWork(
  order: CareOrder,
  { tell, signal, now }: { tell: (news: CareNews) => void; signal: AbortSignal; now: () => number },
): Promise<CareProtocol['result']> {
  const surroundings: MachineContext = { ...order.surroundings, now };
  await using resources = await openSharedResources(surroundings, { copies: true });
  await using outside = resources.engineFor();
  const { store } = outside.user;
  if (store.readOnly) return { dailyAt: undefined };
  const known = projectsSeen(store).filter((each) => existsSync(outside.home.project(each)));
  const dailyAt = jobs(store).find(({ name }) => name === DAILY)?.updatedAt ?? 0;
  const isDaily = Math.abs(now() - dailyAt) >= DAY_MS;
  const wanted = isDaily || order.all ? known : known.filter(({ id }) => order.projects.includes(id));
  const those =
    isDaily || !order.unlearntOnly
      ? wanted
      : wanted.filter((each) => hasUnlearnt(outside.home.project(each), now));
  // What happened outside of all projects is in the user's own store, and so is what was learned for all projects.
  if (isDaily || !order.unlearntOnly || unlearntMatters(store).length > 0)
    await careFor(resources, undefined, { tell, signal });
  for (const project of those) {
    if (signal.aborted) break;
    await careFor(resources, project, { tell, signal });
  }
  if (!isDaily || signal.aborted) return { dailyAt };
  setJob(store, { name: DAILY, state: 'done', done: 1, total: 1, note: null, updatedAt: now() });
  return { dailyAt: now() };
}

const DAILY = 'daily care';

async function careFor(
  resources: SharedResources,
  project: Project | undefined,
  { tell, signal }: { tell: (news: CareNews) => void; signal: AbortSignal },
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
    job('learn', { state: 'running', note: null });
    const { learnt, changed, withdrawn, notices } = await learn(engine, { signal });
    const came = learnt.length + changed.length + withdrawn.length;
    const note =
      came > 0 ? `${learnt.length} learned, ${changed.length} changed, ${withdrawn.length} withdrawn` : null;
    job('learn', { state: signal.aborted ? 'waiting' : 'done', note: note ?? notices[0]?.message ?? null });
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
    job(at, { state: 'failed', note: error.message });
  }
}

/** Whether a killed process has left something to learn from. */
function hasUnlearnt(path: string, now: () => number): boolean {
  try {
    using store = openStore(path, { now });
    return unlearntMatters(store).length > 0 || unsettledSessions(store, RULES).length > 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return false;
  }
}
