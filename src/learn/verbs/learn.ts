import { existsSync } from 'node:fs';
import { message, type Notice, type OnProgress } from '../../base/messages.ts';
import { draftCounts, unlearnAll } from '../../store/drafts/drafts.ts';
import { allAreDue } from '../../store/drafts/due.ts';
import { openStore } from '../../store/open.ts';
import { projectsSeen } from '../../store/projects.ts';
import type { Store } from '../../store/store.ts';
import { embedAgain } from '../../workspace/embed-again.ts';
import { transactionOnBoth } from '../../workspace/transaction-on-both.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { relateStatements } from '../claims/relate.ts';
import type { MemoryChanges } from '../gate/carry-out.ts';
import { embedDue, isAnyDue } from '../gate/due.ts';
import { passDrafts } from '../gate/judge.ts';
import { withdrawAll } from '../gate/withdraw.ts';
import { taintAgentsWords } from './agents-turn.ts';
import { stagingIn } from './branches.ts';
import { confirmAgentsWords } from './confirm-agents-words.ts';
import { decideTasks } from './decide-tasks.ts';
import { draftAnew } from './draft-matters.ts';
import { judgeStatements } from './judge-statements.ts';
import { careForMemories } from './live.ts';
import { synthesise } from './synthesise.ts';
import { followRules } from './teach.ts';
import { writeEpisodes } from './write-episodes.ts';

/** What learning came to. */
export interface LearnReport {
  /** Ids of memories that are new, say more than before, were replaced, or went. */
  learned: string[];
  changed: string[];
  superseded: string[];
  withdrawn: string[];
  /** Those of the new ones that are of old work, and were put away by their age at once. */
  putAway: string[];
  /** How many rules came, changed and went with the files they were taught from. */
  rules: { added: number; changed: number; removed: number };
  /** Drafts by what became of them. */
  drafts: { kept: number; reinforcing: number; dropped: Record<string, number> };
  notices: Notice[];
}

export interface LearnOptions {
  /** Ids of other projects to learn about too. */
  projects?: readonly string[] | undefined;
  /** Looks at every matter again, not only at those that changed. */
  anew?: boolean;
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
}

/** Makes memories of what was seen in sessions: drafts, the gate, and what it decides. */
export async function learn(engine: Engine, options: LearnOptions = {}): Promise<LearnReport> {
  const total: LearnReport = {
    learned: [],
    changed: [],
    superseded: [],
    withdrawn: [],
    putAway: [],
    rules: { added: 0, changed: 0, removed: 0 },
    drafts: { kept: 0, reinforcing: 0, dropped: {} },
    notices: [],
  };
  for (const file of await followRules(engine))
    for (const did of ['added', 'changed', 'removed'] as const) total.rules[did] += file[did];
  const others = (options.projects ?? []).filter((id) => id !== engine.project?.id);
  const ids = [engine.project?.id ?? null, ...others];
  for (const [i, id] of ids.entries()) {
    if (options.signal?.aborted) break;
    options.onProgress?.(i, ids.length, message('work.learning'));
    await learnIn(engine, id, options, total);
  }
  const { steps } = await careForMemories(engine, { projects: others, signal: options.signal });
  const aged = new Set(steps.filter(({ did }) => AGED.has(did)).map(({ memory }) => memory));
  total.putAway.push(...total.learned.filter((id) => aged.has(id)));
  return total;
}

const AGED: ReadonlySet<string> = new Set(['expired', 'faded', 'erased']);

/** Learns about the project at hand, or all there are; anew from every matter where that is asked. */
export async function learnAgain(
  engine: Engine,
  { all, anew, ...options }: LearnOptions & { all: boolean; anew: boolean },
): Promise<LearnReport> {
  const projects = all ? projectsSeen(engine.user.store).map(({ id }) => id) : [];
  return learn(engine, { ...options, projects, anew });
}

async function learnIn(
  engine: Engine,
  project: string | null,
  options: LearnOptions,
  total: LearnReport,
): Promise<void> {
  const isOwn = project === (engine.project?.id ?? null);
  const path = project === null ? engine.home.user : engine.home.project({ id: project });
  if (!isOwn && !existsSync(path)) return;
  const store = isOwn ? engine.own.store : openStore(path, { now: engine.now });
  try {
    if (store.readOnly) return;
    await seeMore(engine, store, options, total.notices);
    const isStaged = await staging(engine, project);
    const stores: [Store, ...Store[]] = store === engine.user.store ? [store] : [store, engine.user.store];
    const took: MemoryChanges = { learned: [], changed: [], superseded: [], shortened: [], withdrawn: [] };
    // With their drafts, or a crash in between would leave memories that nothing speaks for any more.
    const both = { user: engine.user.store, own: store };
    transactionOnBoth(both, () => {
      if (options.anew) {
        unlearnAll(store);
        allAreDue(store);
      }
      const gone = draftAnew(store, project);
      withdrawAll(stores, gone, engine.now(), took);
      took.changed.push(...taintAgentsWords(stores, store, engine.now()));
    });
    await embedDue(engine, store, total.notices);
    if (isAnyDue(engine, store, isStaged)) await relateStatements(engine, store, total.notices);
    const written = passDrafts(engine, store, isStaged);
    count(total, store, written);
    total.changed.push(...took.changed, ...written.shortened);
    total.withdrawn.push(...took.withdrawn);
    if (isOwn && [written, took].some((each) => Object.values(each).some((ids) => ids.length > 0)))
      for (const { index } of engine.indexedStores) index.drop();
    await embedAgain(engine, stores, written.shortened);
    if (isOwn) total.changed.push(...(await confirmAgentsWords(engine)));
  } finally {
    if (!isOwn) store.close();
  }
}

/** Adds what needs more than one session, and what a language model sees where one is allowed. */
async function seeMore(
  engine: Engine,
  store: Store,
  { signal }: LearnOptions,
  notices: Notice[],
): Promise<void> {
  await decideTasks(engine, { store, signal });
  for (const more of [judgeStatements, writeEpisodes, synthesise])
    notices.push(...(await more(engine, { store, signal })).notices);
}

/** Says of a project's branches whether what is learned on them waits there. */
async function staging(engine: Engine, project: string | null): Promise<(branch: string) => boolean> {
  const { root } =
    (project === engine.project?.id
      ? engine.project
      : projectsSeen(engine.user.store).find(({ id }) => id === project)) ?? {};
  return root === undefined ? () => false : stagingIn({ root, env: engine.env });
}

function count(total: LearnReport, store: Store, written: MemoryChanges): void {
  for (const name of ['learned', 'changed', 'superseded', 'withdrawn'] as const)
    total[name].push(...written[name]);
  const { kept, reinforcing, dropped } = draftCounts(store);
  total.drafts.kept += kept;
  total.drafts.reinforcing += reinforcing;
  for (const [step, n] of Object.entries(dropped))
    total.drafts.dropped[step] = (total.drafts.dropped[step] ?? 0) + n;
}
