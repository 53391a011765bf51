import type { Notice } from '@sqrl/base/messages.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { contextualText } from '@sqrl/embedder/context.ts';
import {
  allDrafts,
  draftBranches,
  draftIds,
  draftsById,
  draftVectors,
  dueDrafts,
  type KeptDraft,
  markOfAround,
  markOfStore,
  noneIsDue,
  putDraftVector,
} from '../../store/drafts/drafts.ts';
import { relatedStatements } from '../../store/drafts/model-questions.ts';
import { episodeStatus } from '../../store/episodes/episodes.ts';
import { refusals } from '../../store/memory/changes.ts';
import { memoriesAt, rowByHash, verifiedIds } from '../../store/memory/memories.ts';
import { erasedAt, type HeldMemory, heldMemories } from '../../store/memory/steps.ts';
import { transactionOnBoth } from '../../workspace/transaction-on-both.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { saidAtOf } from '../claims/matters.ts';
import { claimOf, claimsOf } from '../claims/memory-claims.ts';
import type { ResidentMemory } from '../claims/succession.ts';
import { applyDecisions, type JudgedDraft } from './carry-out.ts';
import { memoryOf } from './draft.ts';
import { type Applicant, decide, type GateContext, mayStandFor } from './gate.ts';
import { type ComparableText, type Likeness, mayRepeat, SAME } from './novelty.ts';
import { type MemoryChanges, noChanges } from './overtake.ts';
import { isSeenOften } from './steps.ts';
import { sourceOf } from './trust.ts';

export function passDrafts(engine: Engine, store: Store, isStaged: IsStaged): MemoryChanges {
  // Understanding the claims of thousands of memories takes seconds: it is done before the stores are locked.
  if (isAnyDue(engine, store, isStaged))
    for (const each of new Set([store, engine.user.store]))
      for (const { memory } of heldMemories(each)) claimsOf(memory);
  return transactionOnBoth({ user: engine.user.store, own: store }, () => {
    // A function of all drafts: what changed for one may change what becomes of others.
    if (!isAnyDue(engine, store, isStaged)) return noChanges();
    const mark = markOf(engine, store, isStaged);
    const drafts = allDrafts(store);
    const judged = judgeDrafts(engine, store, drafts, isStaged);
    const storeFor = ({ scope }: Pick<Memory, 'scope'>) => (scope === 'global' ? engine.user.store : store);
    const written = applyDecisions(store, storeFor, judged, new Set(drafts.map(({ id }) => id)));
    // They are judged again when the embedder answers.
    const unembedded = judged.filter(({ draft, vector }) => vector === undefined && isSeenOften(draft));
    noneIsDue(
      store,
      mark,
      unembedded.map(({ draft }) => draft.id),
    );
    return written;
  });
}

function judgeDrafts(
  engine: Engine,
  store: Store,
  drafts: readonly KeptDraft[],
  isStaged: IsStaged,
): JudgedDraft[] {
  const vectors = vectorsOf(engine, store, drafts);
  const learned = new Set(drafts.flatMap(({ id, wanted }) => (wanted === null ? [] : [id])));
  const stores = [...new Set([store, engine.user.store])];
  const isResident = (memory: Memory) => !learned.has(memory.id) || memory.verified;
  // A person has confirmed or corrected these: their words stand.
  const theirs = new Set(stores.flatMap(verifiedIds).filter((id) => learned.has(id)));
  const residents = new Map(
    stores.map((each) => [each, heldMemories(each).filter(({ memory }) => isResident(memory))]),
  );
  const around: GateContext = {
    ...refusedIn(stores),
    prunedAt: (id) =>
      stores.map((each) => erasedAt(each, id)).reduce((a, b) => ((a ?? 0) > (b ?? 0) ? a : b)),
    statusOf: (episode) => episodeStatus(store, episode),
    residents: [...residents.values()].flat().map(residentOf),
    resident: (saying) =>
      likeResident(
        engine,
        stores.filter((each) => residents.get(each)!.length > 0),
        saying,
        isResident,
      ),
    related: relatedStatements(store),
    isStaged,
  };
  const applicants: Applicant[] = drafts
    .filter(({ id }) => !theirs.has(id))
    .map((draft) => {
      const vector = vectors.get(draft.id);
      // What is a memory already stays one; what is new may only repeat another, which its vector has to tell.
      const isNew = draft.wanted === null;
      return {
        id: draft.id,
        candidate: draft,
        vector,
        unembedded: isNew && !vector ? 'the embedder did not answer; it is judged when it does' : undefined,
      };
    });
  const decisions = decide(applicants, around);
  return drafts.flatMap((draft) => {
    const decision = decisions.get(draft.id);
    const value = vectors.get(draft.id);
    return decision ? [{ draft, decision, vector: value && { model: engine.meaning.model, value } }] : [];
  });
}

const residentOf = (held: HeldMemory): ResidentMemory => {
  const claims = claimsOf(held.memory);
  return {
    memory: held.memory,
    saidAt: saidAtOf(held),
    claims: claims.length > 0 ? claims : [claimOf(held.memory)],
  };
};

function refusedIn(stores: readonly Store[]): Pick<GateContext, 'refused'> {
  const all = stores.flatMap(refusals);
  const named = (names: readonly (string | null)[]) => new Set(names.filter((name) => name !== null));
  return {
    refused: { matters: named(all.map(({ matter }) => matter)), hashes: named(all.map(({ hash }) => hash)) },
  };
}

function likeResident(
  engine: Engine,
  stores: readonly Store[],
  text: ComparableText,
  isResident: (memory: Memory) => boolean,
): Likeness | undefined {
  for (const store of stores) {
    const holds = ({ memory }: { memory: Memory }) =>
      memory.status !== 'deprecated' && isResident(memory) && mayStandFor(memory, text);
    const twin = rowByHash(store, text, text.hash);
    const [same] = twin === undefined ? [] : memoriesAt(store, [twin]);
    if (same && holds(same)) return { of: same.memory.id, similarity: 1 };
    const index = engine.indexedStores.find((each) => each.store === store)?.index;
    for (const { row, score } of (text.vector && index?.nearest(text.vector, MAX_NEAREST)) ?? []) {
      const [near] = score > SAME ? memoriesAt(store, [row]) : [];
      // A memory for all projects or for a folder covers it as well.
      const { scope, scopeOf } = text;
      if (near && holds(near) && mayRepeat(text, { ...near.memory, scope, scopeOf }))
        return { of: near.memory.id, similarity: score };
    }
  }
  return undefined;
}

const MAX_NEAREST = 5;

/** Whether memories of a branch wait there until it is merged. */
export type IsStaged = (branch: string) => boolean;

/** Embeds the drafts that changed and are seen often enough, or were said; none while the embedder is down. */
export async function embedDue(engine: Engine, store: Store, notices: Notice[]): Promise<void> {
  const { model } = engine.meaning;
  const known = draftVectors(store, model);
  const isOther = markOfAround(store)?.split(' ')[0] !== model;
  const missing = (isOther ? allDrafts(store) : draftsById(store, dueDrafts(store)))
    .filter((draft) => isSeenOften(draft) || sourceOf(draft) === 'user_said')
    .map((draft) => ({ row: draft.row, text: textOf(draft) }))
    .filter(({ row, text }) => known.get(row)?.hash !== hashOf(text));
  if (missing.length === 0) return;
  const fresh = await engine.meaning.ofMemories(missing.map(({ text }) => text));
  if (fresh === undefined && engine.meaning.notice) notices.push(engine.meaning.notice);
  if (fresh)
    store.transaction(() =>
      missing.forEach(({ row, text }, i) => {
        putDraftVector(store, row, { model, hash: hashOf(text), value: fresh[i]! });
      }),
    );
}

/** The vectors of drafts by their ids, without those of words that a draft no longer has. */
function vectorsOf(
  { meaning }: Engine,
  store: Store,
  drafts: readonly KeptDraft[],
): Map<string, Float32Array> {
  const known = draftVectors(store, meaning.model);
  return new Map(
    drafts.flatMap((draft) => {
      const found = known.get(draft.row);
      return found && found.hash === hashOf(textOf(draft)) ? [[draft.id, found.value] as const] : [];
    }),
  );
}

const textOf = (draft: KeptDraft): string => contextualText(memoryOf({ id: draft.id, candidate: draft }));

/** Whether a draft changed since drafts were judged, or what decides over them; the rest would come to what it came to before. */
export const isAnyDue = (engine: Engine, store: Store, isStaged: IsStaged): boolean =>
  dueDrafts(store).length > 0 || markOf(engine, store, isStaged) !== markOfAround(store);

/** A mark that changes with whatever decides over drafts besides themselves. */
function markOf({ meaning: { model }, user }: Engine, store: Store, isStaged: IsStaged): string {
  const learned = new Set(draftIds(store).flatMap(({ id, isLearned }) => (isLearned ? [id] : [])));
  const marks = [...new Set([store, user.store])].map((each) =>
    markOfStore(each, model, (id) => learned.has(id)),
  );
  return `${model} ${hashOf(JSON.stringify([marks, draftBranches(store).filter(isStaged)]))}`;
}
