import type { Notice } from '@sqrl/base/messages.ts';
import type { Draft, Memory } from '@sqrl/base/model/memory.ts';
import type { Origin } from '@sqrl/base/model/sighting.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { contextualText } from '@sqrl/embedder/context.ts';
import { anchorMemory, readNamed } from '../../codebase/anchoring.ts';
import { putDraftReport } from '../../store/drafts/drafts.ts';
import { addRelated } from '../../store/drafts/model-questions.ts';
import { latestRefusal, withdrawRefusal } from '../../store/memory/changes.ts';
import { type Row, rowByHash } from '../../store/memory/memories.ts';
import type { IndexedStore } from '../../workspace/indexed-store.ts';
import { storesOf } from '../../workspace/lookup.ts';
import { embedAgain } from '../../workspace/reembed.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { aboutOf } from '../claims/matters.ts';
import { claimsOf, type TextClaim, typeIn } from '../claims/memory-claims.ts';
import { type RelatedMemories, relatedMemories } from '../claims/relate.ts';
import { inPlaceOf, type ReplacedMemory, replacedMemory, withReason } from '../claims/replaced.ts';
import { besideOf, rowsBeside } from '../claims/rivals.ts';
import { type CommitReport, commit, takeAsLasting } from '../gate/commit.ts';
import { draftReportId, draftReportOf, memoryFrom, reviewOf } from '../gate/draft.ts';
import { noteStep } from '../gate/history.ts';
import { isOfAnotherFile, knownLike } from '../gate/novelty.ts';
import { redactDraft } from '../gate/redact-draft.ts';
import {
  type DraftDrop,
  failedStep,
  needsPerson,
  ORIGIN_POLICIES,
  originOf,
  REJECTED,
} from '../gate/steps.ts';
import { withTaint } from '../gate/trust.ts';
import { appendToDailyLog } from '../notes/daily-log.ts';
import { type AgentsTurn, agentsTurn } from './agents-turn.ts';
import { reconcileWithLearned } from './reconcile.ts';

export interface RememberReport extends CommitReport {
  redacted: string[];
  /** Why it waits for a person; null where it does not. */
  review: string | null;
  notices: Notice[];
}

/** What the gate dropped, and where; the id is what `sqrl history why` knows it by. */
export interface RememberRefusal extends DraftDrop {
  did: 'dropped';
  id: string;
  memory: Memory;
  redacted: string[];
  notices: Notice[];
}

export interface RememberOptions {
  replaces?: string | undefined;
  because?: string | undefined;
}

/** Remembers one thing: the gate, the code it is about, and the day's log. What the gate drops is a problem that says why. */
export async function remember(
  engine: Engine,
  given: Draft,
  { replaces, because }: RememberOptions = {},
): Promise<RememberReport> {
  const replaced = replaces === undefined ? undefined : await replacedMemory(engine, replaces);
  const draft = withReason(inPlaceOf(given, replaced?.memory), because, engine.now());
  await readNamed(engine, draft);
  const [one] = await rememberAll(engine, [draft], originOf(draft.source), { replaced });
  if (one!.did === 'dropped') throw droppedProblem(engine, one!, draft);
  const superseded = await reconcileWithLearned(engine, [one!.memory]);
  const notices =
    replaces !== undefined && !replaced
      ? [
          {
            message: `Nothing was replaced: no memory matches “${replaces}”.`,
            hint: 'Pass the id instead; `sqrl list` shows it.',
          },
        ]
      : [];
  return {
    ...one!,
    superseded: [...new Set([...one!.superseded, ...superseded])],
    notices: [...one!.notices, ...notices],
  };
}

interface RememberAllOptions {
  replaced?: ReplacedMemory | undefined;
  turn?: AgentsTurn;
  /** Later rows of each store are no rivals of these drafts. */
  before?: ReadonlyMap<IndexedStore, Row>;
}

/** Lets many drafts of one origin pass the gate, in one transaction a shelf, embedding them together. */
export async function rememberAll(
  engine: Engine,
  drafts: readonly Draft[],
  origin: Origin = 'import',
  { replaced, turn, before }: RememberAllOptions = {},
): Promise<(RememberReport | RememberRefusal)[]> {
  const alone = drafts.map((given) => readied(engine, given, origin, turn));
  const ready = origin === 'import' ? sideBySide(alone) : alone;
  const passing = ready.filter(({ dropped }) => !dropped);
  const vectors =
    passing.length === 0
      ? []
      : await engine.meaning.ofMemories(passing.map(({ memory }) => contextualText(memory)));
  const notices = vectors || !engine.meaning.notice ? [] : [engine.meaning.notice];
  const vectorOf = new Map(passing.map((each, i) => [each, vectors?.[i]]));
  const relatedTo = await relatedToEach(engine, passing, vectorOf);
  const results: (RememberReport | RememberRefusal)[] = [];
  for (const indexedStore of engine.indexedStores) {
    const its = [...ready.entries()].filter(([, { memory }]) => storeFor(engine, memory) === indexedStore);
    if (its.length === 0) continue;
    indexedStore.store.transaction(() => {
      // Side by side, none is another's rival. To search the words after each write takes longer than to write them.
      const found = new Map(
        (origin === 'import' ? its : []).flatMap(([, { claims }]) => [
          ...rowsBeside(indexedStore.store, claims, before?.get(indexedStore)),
        ]),
      );
      for (const [i, each] of its) {
        const around = { vector: vectorOf.get(each), related: relatedTo.get(each), found, replaced };
        results[i] = each.dropped
          ? refused(indexedStore, each, each.dropped, notices)
          : kept(engine, indexedStore, each, around, notices);
      }
    });
  }
  results.forEach((result, i) => {
    if (result.did === 'dropped') return;
    const { row, memory, did } = result;
    const vector = vectorOf.get(ready[i]!);
    const isWorded = did === 'added' || (did === 'reinforced' && memory.text === ready[i]!.memory.text);
    if (isWorded && vector) storeFor(engine, memory).index.set(row, vector);
    if (did === 'added' || did === 'revived') logDaily(engine, memory, notices);
  });
  const shortened = results.flatMap((one) => (one.did === 'dropped' ? [] : one.shortened));
  await embedAgain(engine, storesOf(engine), shortened);
  return results;
}

/** What is remembered one by one is held against what is there by its meaning; a file or an export stands for itself. */
async function relatedToEach(
  engine: Engine,
  drafts: readonly PreparedDraft[],
  vectorOf: ReadonlyMap<PreparedDraft, Float32Array | undefined>,
): Promise<Map<PreparedDraft, RelatedMemories>> {
  const found = new Map<PreparedDraft, RelatedMemories>();
  for (const draft of drafts) {
    if (draft.origin !== 'person' && draft.origin !== 'agent') continue;
    const { memory } = draft;
    const statement = { memory, vector: vectorOf.get(draft) };
    found.set(draft, await relatedMemories(engine.judge, storeFor(engine, memory), statement));
  }
  return found;
}

/** Where a memory belongs: the user's shelf for what holds everywhere, the project's for the rest. */
export const storeFor = (engine: Engine, { scope }: Pick<Memory, 'scope'>): IndexedStore =>
  scope === 'global' ? engine.user : engine.own;

type PreparedDraft = ReturnType<typeof readied>;

function readied(engine: Engine, given: Draft, origin: Origin, known?: AgentsTurn) {
  const { draft, found: redacted } = redactDraft(given);
  const { isKeyed, isTaintable } = ORIGIN_POLICIES[origin];
  const isAgents = origin === 'agent';
  const turn = known ?? (isAgents ? agentsTurn(engine, engine.now()) : undefined);
  const type = draft.type ?? (isKeyed ? typeIn(draft.text) : undefined);
  const heard = memoryFrom({ ...draft, ...(type && { type }) }, engine.now());
  const said = turn?.isForeign(heard.text) ? { ...heard, tainted: true } : heard;
  const claims: readonly TextClaim[] = isKeyed ? claimsOf(said) : [];
  const key = claims.find(({ pieces }) => pieces === null)?.key ?? null;
  const isKeyDerived = draft.key === undefined && key !== null;
  const keyed = isKeyDerived ? { ...said, key } : said;
  // Why an agent's word waits for the person.
  const waits = isAgents ? needsPerson(keyed, draft.type) : undefined;
  const owned = isAgents ? asAgents(keyed, waits !== undefined) : keyed;
  const memory = isTaintable ? withTaint(owned) : owned;
  const { store } = storeFor(engine, memory);
  const isRefused = (hash: string) => latestRefusal(store, hash) !== undefined;
  const isThere = () => rowByHash(store, memory, hashOf(memory.text)) !== undefined;
  const full = turn?.full && !isThere() ? turn.full : undefined;
  const dropped = failedStep({ memory, origin, isRefused, full });
  const session = turn?.session ?? null;
  return { draft, origin, redacted, memory, claims, isKeyDerived, session, waits, dropped };
}

/** An agent neither pins nor confirms, whichever door it comes in by. */
const asAgents = (memory: Memory, waits: boolean): Memory => ({
  ...memory,
  pinned: false,
  verified: false,
  status: memory.status === 'active' ? 'provisional' : memory.status,
  needsReview: memory.needsReview || waits,
});

/** What was kept elsewhere side by side was meant to hold side by side: where two are of one matter, neither claims it. */
function sideBySide(ready: readonly PreparedDraft[]): PreparedDraft[] {
  const matters = ready.map(({ memory, claims }) =>
    claims.flatMap((claim) => aboutOf({ ...memory, ...claim })),
  );
  const counts = new Map<string, number>();
  for (const about of matters.flat()) counts.set(about, (counts.get(about) ?? 0) + 1);
  return ready.map((each, i) => {
    if (!matters[i]!.some((about) => counts.get(about)! > 1)) return each;
    const memory = each.isKeyDerived ? { ...each.memory, key: null } : each.memory;
    return { ...each, memory, claims: [], isKeyDerived: false };
  });
}

interface DraftSurroundings {
  vector: Float32Array | undefined;
  related: RelatedMemories | undefined;
  found: ReadonlyMap<TextClaim, readonly Row[]>;
  replaced: ReplacedMemory | undefined;
}

function kept(
  engine: Engine,
  indexedStore: IndexedStore,
  { draft, origin, memory, redacted, claims, isKeyDerived, session, waits }: PreparedDraft,
  { vector, related, found, replaced }: DraftSurroundings,
  notices: Notice[],
): RememberReport {
  const { store } = indexedStore;
  const beside = besideOf(store, memory, claims, found);
  const byWords = beside.rivals.filter(
    (rival) => rival.row !== replaced?.row && isOfAnotherFile(rival.memory, memory),
  );
  // Somebody says so: all of it goes, whatever the words claim.
  if (replaced?.indexedStore === indexedStore && hashOf(replaced.memory.text) !== hashOf(memory.text))
    byWords.push({ row: replaced.row, memory: replaced.memory });
  const known = new Set(byWords.map(({ row }) => row));
  const rivals = [...byWords, ...(related?.rivals ?? []).filter(({ row }) => !known.has(row))];
  // What agents say in other words stays beside a person's words: the model may be wrong about it.
  const repeated = origin === 'person' ? (related?.repeated ?? []) : [];
  const like = ORIGIN_POLICIES[origin].isOfItself
    ? undefined
    : knownLike(indexedStore, { memory, draft, vector, same: beside.same, repeated });
  const alike = like && rivals.some(({ row }) => row === like.row) ? undefined : like;
  const committed = commit(store, {
    ...{ memory, evidence: evidenceOf(draft, memory), isKeyDerived, rivals, byAgent: origin === 'agent' },
    ...(draft.relations && { relations: draft.relations }),
    ...(vector && { vector: { model: engine.meaning.model, value: vector } }),
    like: alike?.row,
    rewords: alike?.isReworded === true,
  });
  if (origin === 'agent')
    for (const each of related?.repeated ?? []) takeAsLasting(store, each.row, each.memory, memory);
  if (committed.did === 'added') for (const tie of related?.ties ?? []) addRelated(engine.own.store, tie);
  // Whoever says again what they had rejected takes that back.
  if (origin === 'person') withdrawRefusal(store, committed.memory.id);
  const ambiguous = anchorMemory(engine, indexedStore, committed.row, committed.memory);
  const isSaid = origin === 'person' || origin === 'agent';
  // Noted, so that the review can tell it.
  if (waits !== undefined && committed.did === 'added')
    noteStep(store, committed.memory, { at: memory.createdAt, did: 'sent to review', why: waits });
  const result = {
    ...committed,
    redacted,
    review: reviewOf(committed, waits),
    notices: [...notices, ...(isSaid ? ambiguous : [])],
  };
  const telling = draftReportOf(memory, committed, { origin, session });
  if (telling) putDraftReport(store, telling);
  return result;
}

function refused(
  { store }: IndexedStore,
  { memory, origin, redacted, session }: PreparedDraft,
  { step, reason }: DraftDrop,
  notices: Notice[],
): RememberRefusal {
  const id = draftReportId(memory);
  const { text, createdAt: at } = memory;
  putDraftReport(store, { id, at, origin, text, step, reason, memory: null, session });
  return { did: 'dropped', id, memory, step, reason, redacted, notices };
}

function droppedProblem(engine: Engine, { id, step, reason }: RememberRefusal, draft: Draft): Problem {
  const refusal =
    reason === REJECTED
      ? latestRefusal(storeFor(engine, { scope: draft.scope ?? 'project' }).store, hashOf(draft.text))
      : undefined;
  return refusal?.memory
    ? new Problem(
        `A person rejected this before (memory ${refusal.memory}); it is not remembered again.`,
        `If it is right after all, the person can run \`sqrl review --confirm ${refusal.memory}\`.`,
      )
    : new Problem(
        `Not remembered (${step}): ${reason}.`,
        `\`sqrl history why ${id}\` shows what was dropped, and why.`,
      );
}

/** What is simply said is its own proof. */
const evidenceOf = (draft: Draft, memory: Memory) =>
  draft.evidence ?? [
    { proof: 'explicit_statement', episode: null, events: [], quote: null, at: memory.createdAt },
  ];

/** The log is a convenience: where it cannot be written, the memory stands all the same. */
function logDaily(engine: Engine, memory: Memory, notices: Notice[]): void {
  if (!engine.settings.notes.daily_log) return;
  const { home, timeZone } = engine;
  const trouble = appendToDailyLog({ folder: home.daily, memory, at: engine.now(), timeZone });
  if (trouble && !notices.includes(trouble)) notices.push(trouble);
}
