import { message } from '../../base/messages.ts';
import type { Memory } from '../../model/memory.ts';
import { draftIds, draftsById } from '../../store/drafts/drafts.ts';
import { relatedStatements } from '../../store/drafts/related-statements.ts';
import { episodeStatus } from '../../store/episodes/episodes.ts';
import { memoriesAt, rowByHash, verifiedIds } from '../../store/memory/memories.ts';
import { refusals } from '../../store/memory/refusals.ts';
import { erasedAt } from '../../store/memory/steps.ts';
import { type HeldMemory, heldMemories } from '../../store/memory/successions.ts';
import type { Store } from '../../store/store.ts';
import type { Engine } from '../../workspace/workspace.ts';
import type { JudgedDraft } from '../gate/carry-out/judged-draft.ts';
import { areOfTwoKeys, type ComparableText, type Likeness, SAME } from '../gate/gate/novelty.ts';
import { type Applicant, decide, type GateContext, type ResidentMemory } from '../gate/gate.ts';
import { claimOf, claimsOf } from './claim-of.ts';
import type { DueDrafts } from './due-drafts.ts';
import { saidAtOf } from './said-at.ts';

/** Lets drafts pass the gate; those that a person has made theirs are not judged again. */
export function judgeDrafts(
  engine: Engine,
  store: Store,
  { drafts: due, vectors, near }: DueDrafts,
  isStaged: (branch: string) => boolean,
): JudgedDraft[] {
  if (due.size === 0) return [];
  const drafts = draftsById(store, [...due]);
  const learned = new Set(draftIds(store).flatMap(({ id, isLearned }) => (isLearned ? [id] : [])));
  const stores = [...new Set([store, engine.user.store])];
  const isResident = (memory: Memory) => !learned.has(memory.id) || memory.verified;
  // A person has confirmed or corrected these: their words stand.
  const theirs = new Set(stores.flatMap(verifiedIds).filter((id) => learned.has(id)));
  const residents = new Map(
    stores.map((each) => [each, heldMemories(each).filter(({ memory }) => isResident(memory))]),
  );
  const around: GateContext = {
    ...refusedIn(stores),
    prunedAt: (id) => latest(stores.map((each) => erasedAt(each, id))),
    statusOf: (episode) => episodeStatus(store, episode),
    residents: [...residents.values()].flat().map(residentOf),
    resident: (saying) =>
      likeResident(
        engine,
        stores.filter((each) => residents.get(each)!.length > 0),
        saying,
        isResident,
      ),
    near,
    related: relatedStatements(store),
    isStaged,
  };
  const applicants: Applicant[] = drafts
    .filter(({ id }) => !theirs.has(id))
    .map((draft) => {
      const vector = vectors.get(draft.row);
      // What is a memory already stays one; what is new may only repeat another, which its vector has to tell.
      const isNew = draft.wanted === null;
      return {
        id: draft.id,
        candidate: draft,
        vector,
        unembedded: isNew && !vector ? message('drop.unembedded') : undefined,
      };
    });
  const decisions = decide(applicants, around);
  return drafts.flatMap((draft) => {
    const decision = decisions.get(draft.id);
    const value = vectors.get(draft.row);
    return decision ? [{ draft, decision, vector: value && { model: engine.meaning.model, value } }] : [];
  });
}

const latest = (times: readonly (number | null)[]): number | null =>
  times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);

const residentOf = (held: HeldMemory): ResidentMemory => {
  const claims = claimsOf(held.memory);
  return {
    memory: held.memory,
    saidAt: saidAtOf(held),
    claims: claims.length > 0 ? claims : [claimOf(held.memory)],
  };
};

/** What people have refused, by its matter and by the hash of its text. */
function refusedIn(stores: readonly Store[]): Pick<GateContext, 'refused'> {
  const all = stores.flatMap(refusals);
  const named = (names: readonly (string | null)[]) => new Set(names.filter((name) => name !== null));
  return {
    refused: { matters: named(all.map(({ matter }) => matter)), hashes: named(all.map(({ hash }) => hash)) },
  };
}

/** The memory of a person's, or of a file, that a text only repeats. */
function likeResident(
  engine: Engine,
  stores: readonly Store[],
  saying: ComparableText,
  isResident: (memory: Memory) => boolean,
): Likeness | undefined {
  for (const store of stores) {
    const twin = rowByHash(store, { scope: saying.scope, scopeOf: saying.scopeOf }, saying.hash);
    const [same] = twin === undefined ? [] : memoriesAt(store, [twin]);
    if (same && same.memory.status !== 'deprecated' && isResident(same.memory))
      return { of: same.memory.id, similarity: 1 };
    const indexedStore = engine.indexedStores.find((each) => each.store === store);
    if (!indexedStore || !saying.vector) continue;
    for (const { row, score } of indexedStore.index.nearest(saying.vector, NEAREST)) {
      if (score <= SAME) break;
      const [near] = memoriesAt(store, [row]);
      if (
        near &&
        near.memory.status !== 'deprecated' &&
        isResident(near.memory) &&
        near.memory.polarity * saying.polarity >= 0 &&
        !areOfTwoKeys(near.memory, saying)
      )
        return { of: near.memory.id, similarity: score };
    }
  }
  return undefined;
}

const NEAREST = 5;
