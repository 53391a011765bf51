import { LEARNED, type Notice, type OnProgress } from '@sqrl/base/messages.ts';
import type { DraftCandidate } from '@sqrl/base/model/sighting.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import {
  allAreDue,
  clearUnlearned,
  draftCounts,
  draftOf,
  putDraft,
  removeDraft,
  unlearnAll,
  unlearnedMatters,
} from '../../store/drafts/drafts.ts';
import { textOfEvent } from '../../store/drafts/model-questions.ts';
import { sightingsOf } from '../../store/drafts/sightings.ts';
import { memoriesAt, rowById } from '../../store/memory/memories.ts';
import { projectsSeen } from '../../store/projects.ts';
import { embedAgain } from '../../workspace/reembed.ts';
import { transactionOnBoth } from '../../workspace/transaction-on-both.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { relateStatements } from '../claims/relate.ts';
import { withdraw } from '../gate/carry-out.ts';
import { idOf } from '../gate/draft.ts';
import { embedDue, isAnyDue, passDrafts } from '../gate/judge.ts';
import { type MemoryChanges, noChanges } from '../gate/overtake.ts';
import { redactDraft } from '../gate/redact-draft.ts';
import { candidateOf } from '../observe/candidate.ts';
import { signalNamed } from '../observe/signals.ts';
import { withoutCopies } from '../statements/copies.ts';
import { taintAgentsWords } from './agents-turn.ts';
import { stagingIn } from './branches.ts';
import { confirmAgentsWords } from './confirm-agents-words.ts';
import { judgeStatements } from './judge-statements.ts';
import { careForMemories } from './live.ts';
import { type ProjectStore, projectStores } from './project-stores.ts';
import { synthesise } from './synthesise.ts';
import { followRules } from './teach.ts';
import { writeEpisodes } from './write-episodes.ts';

export type LearnReport = ReturnType<typeof nothingLearned>;

const nothingLearned = () => ({
  // Ids of memories that are new, say more than before, were replaced, or went.
  learned: [] as string[],
  changed: [] as string[],
  superseded: [] as string[],
  withdrawn: [] as string[],
  // Those of the new ones that are of old work, and were put away by their age at once.
  putAway: [] as string[],
  // How many rules came, changed and went with the files they were taught from.
  rules: { added: 0, changed: 0, removed: 0 },
  drafts: { kept: 0, reinforcing: 0, dropped: {} as Record<string, number> },
  notices: [] as Notice[],
});

export interface LearnOptions {
  projects?: readonly string[] | undefined;
  anew?: boolean;
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
}

export async function learn(engine: Engine, options: LearnOptions = {}): Promise<LearnReport> {
  const { projects = [], signal } = options;
  const total = nothingLearned();
  for (const file of await followRules(engine))
    for (const did of ['added', 'changed', 'removed'] as const) total.rules[did] += file[did];
  const others = projects.filter((id) => id !== engine.project?.id);
  for (const at of projectStores(engine, others, signal)) {
    await learnIn(engine, at, options, total);
  }
  const { steps } = await careForMemories(engine, { projects: others, signal });
  const aged = new Set(steps.filter(({ did }) => AGED.has(did)).map(({ memory }) => memory));
  total.putAway.push(...total.learned.filter((id) => aged.has(id)));
  return total;
}

/** What is made of sessions before drafts, by what a progress bar calls it. */
const STAGES = [
  ['learning from what was said', judgeStatements],
  ['learning from finished tasks', writeEpisodes],
  ['learning from repeated work', synthesise],
] as const;

const AGED: ReadonlySet<string> = new Set(['expired', 'faded', 'erased']);

export async function learnAgain(
  engine: Engine,
  { all, anew }: Parsed<'learn'>,
  options: LearnOptions,
): Promise<LearnReport> {
  const projects = all ? projectsSeen(engine.user.store).map(({ id }) => id) : [];
  return learn(engine, { ...options, projects, anew });
}

async function learnIn(
  engine: Engine,
  { project, root, store, stores, isOwn }: ProjectStore,
  { anew, signal, onProgress }: LearnOptions,
  total: LearnReport,
): Promise<void> {
  for (const [stage, work] of STAGES) {
    onProgress?.(0, 0, stage);
    const onStep = (done: number, all: number) => onProgress?.(done, all, stage);
    total.notices.push(...(await work(engine, { store, signal, onStep })).notices);
  }
  const comparing = 'comparing with what is known';
  onProgress?.(0, 0, comparing);
  const isStaged = await stagingIn({ root, env: engine.env });
  const took = noChanges();
  // With their drafts, or a crash in between would leave memories that nothing speaks for any more.
  transactionOnBoth({ user: engine.user.store, own: store }, () => {
    if (anew) {
      unlearnAll(store);
      allAreDue(store);
    }
    for (const id of draftAnew(store, project)) withdraw(stores, id, engine.now(), took);
    took.changed.push(...taintAgentsWords(stores, store, engine.now()));
  });
  await embedDue(engine, store, total.notices);
  const onStep = (done: number, all: number) => onProgress?.(done, all, comparing);
  if (isAnyDue(engine, store, isStaged))
    await relateStatements(engine, store, { notices: total.notices, signal, onStep });
  // What is due stays due, and the next run goes on with the pairs that were not read.
  if (signal?.aborted) return;
  const written = passDrafts(engine, store, isStaged);
  count(total, store, written);
  if (onProgress)
    for (const store of stores)
      for (const { memory } of memoriesAt(store, rowsOf(store, written.learned)))
        if (!memory.needsReview && memory.status !== 'deprecated')
          onProgress(0, 0, `${LEARNED}${memory.text}`);
  total.changed.push(...took.changed, ...written.shortened);
  total.withdrawn.push(...took.withdrawn);
  if (isOwn && [written, took].some((each) => Object.values(each).some((ids) => ids.length > 0)))
    for (const { index } of engine.indexedStores) index.drop();
  await embedAgain(engine, stores, written.shortened);
  if (isOwn) total.changed.push(...(await confirmAgentsWords(engine)));
}

const rowsOf = (store: Store, ids: readonly string[]) => ids.flatMap((id) => rowById(store, id) ?? []);

/** Makes drafts of every matter whose sightings changed; returns the ids of the memories that have none any more. */
function draftAnew(store: Store, project: string | null): string[] {
  const matters = unlearnedMatters(store);
  const gone: string[] = [];
  for (const matter of matters) {
    const before = draftOf(store, matter);
    const signal = signalNamed(matter.slice(0, matter.indexOf(':')) as DraftCandidate['signal']);
    const seen = withoutCopies(sightingsOf(store, matter), (event) => textOfEvent(store, event));
    const candidate = signal ? candidateOf(signal, seen) : null;
    const proposal = candidate && redactDraft(candidate.proposal).draft;
    // What held in the project and is now said to hold everywhere is another memory, in another file.
    const id = proposal && idOf(`${(proposal.scope === 'global' ? null : project) ?? ''}\0${matter}`);
    const lost = id === null || (before && before.id !== id) ? removeDraft(store, matter) : undefined;
    if (id !== null) putDraft(store, id, { ...candidate!, proposal: proposal! });
    if (lost !== undefined) gone.push(lost);
  }
  clearUnlearned(store, matters);
  return gone;
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
