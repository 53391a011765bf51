import type { Notice } from '../../base/messages.ts';
import { hashOf } from '../../base/text/clean.ts';
import { contextualText } from '../../embed/context.ts';
import type { Memory } from '../../model/memory.ts';
import type { DraftCandidate } from '../../model/sighting.ts';
import {
  draftIds,
  draftsById,
  draftVectors,
  type KeptDraft,
  putDraftVector,
} from '../../store/drafts/drafts.ts';
import {
  draftLinks,
  dueDrafts,
  linkedBy,
  linkNear,
  linksLike,
  markOfAround,
  NEAR,
  replaceLinks,
} from '../../store/drafts/due.ts';
import { relatedTo } from '../../store/drafts/related-statements.ts';
import { markOfStore } from '../../store/drafts/surroundings.ts';
import type { Store } from '../../store/store.ts';
import { VectorIndex } from '../../store/vectors/vector-index.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { aboutOfDraft, saysOf } from '../claims/matters.ts';
import { maxDraftsOf, memoryOf } from './draft.ts';
import { type NearTexts, SAME } from './novelty.ts';
import { isSeenOften } from './steps.ts';
import { sourceOf } from './trust.ts';

export interface DueDrafts {
  /** Ids of drafts; all of them where what decides over all has changed. */
  drafts: ReadonlySet<string>;
  /** Of what was looked at, to be noted once they are judged. */
  mark: string;
  vectors: ReadonlyMap<number, Float32Array>;
  near: NearTexts;
}

/** Whether memories of a branch wait there until it is merged. */
export type IsStaged = (branch: string) => boolean;

/** Embeds the drafts that changed and are seen often enough, or were said; none while the embedder is down. */
export async function embedDue(engine: Engine, store: Store, notices: Notice[]): Promise<void> {
  const { model } = engine.meaning;
  const known = draftVectors(store, model);
  const isOther = markOfAround(store)?.split(' ')[0] !== model;
  const ids = isOther ? draftIds(store).map(({ id }) => id) : dueDrafts(store);
  const missing = draftsById(store, ids)
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

/**
 * What has to be judged now, inside the caller's transaction: what changed, and all that is judged together with it. The
 * rest would come to what it came to before.
 */
export function dueIn(engine: Engine, store: Store, isStaged: IsStaged): DueDrafts {
  const known = draftVectors(store, engine.meaning.model);
  const vectors = new Map([...known].map(([row, { value }]) => [row, value]));
  const changed = dueDrafts(store);
  const drafted = draftsById(store, changed);
  // Of words it no longer has.
  for (const draft of drafted)
    if (known.get(draft.row)?.hash !== hashOf(textOf(draft))) vectors.delete(draft.row);
  const linksOf = (id: string) => draftLinks(store, id).map(({ link }) => link);
  const before = new Map(changed.map((id) => [id, linksOf(id)]));
  tie(store, drafted, vectors);
  const mark = markOf(engine, store, isStaged);
  const near: NearTexts = (id) =>
    draftLinks(store, id).flatMap(({ link, similarity }) => {
      if (similarity === null) return [];
      const [a, b] = link.slice(NEAR.length).split(' ');
      return [{ of: a === id ? b! : a!, similarity }];
    });
  const drafts =
    mark === markOfAround(store)
      ? tiedTo(changed, {
          // What it was tied to before is judged without it.
          linksOf: (id) => [...(before.get(id) ?? []), ...linksOf(id)],
          sharing: (link) => linkedBy(store, link),
        })
      : new Set(draftIds(store).map(({ id }) => id));
  return { drafts, mark, vectors, near };
}

/** Whether anything has to be judged, as far as that can be seen without a transaction. */
export const isAnyDue = (engine: Engine, store: Store, isStaged: IsStaged): boolean =>
  dueDrafts(store).length > 0 || markOf(engine, store, isStaged) !== markOfAround(store);

function tie(store: Store, drafts: readonly KeptDraft[], vectors: ReadonlyMap<number, Float32Array>): void {
  if (drafts.length === 0) return;
  const memories = new Map(drafts.map((draft) => [draft.id, memoryOf({ id: draft.id, candidate: draft })]));
  for (const draft of drafts)
    replaceLinks(store, draft.id, [
      ...linksFor(memories.get(draft.id)!, draft),
      ...relatedTo(store, draft.id).map(({ older, newer }) => `related:${older} ${newer}`),
    ]);
  const [first] = vectors.values();
  if (!first) return;
  const index = new VectorIndex(first.length);
  index.reserve(vectors.size);
  for (const [row, vector] of vectors) if (vector.length === first.length) index.set(row, vector);
  const idOf = new Map(draftIds(store).map(({ row, id }) => [row, id]));
  for (const { id, row } of drafts) {
    const question = vectors.get(row);
    if (!question || question.length !== first.length) continue;
    for (const { row: other, score } of nearerThanSame(index, question, vectors)) {
      const near = idOf.get(other)!;
      // Of two that both changed, one ties them.
      if (other !== row && !(memories.has(near) && near < id)) linkNear(store, id, near, score);
    }
  }
}

/** All that are nearer than `SAME`; asked for in ever larger numbers, since mostly there are few. */
function nearerThanSame(
  index: VectorIndex,
  question: Float32Array,
  vectors: ReadonlyMap<number, Float32Array>,
) {
  const exact = (rows: readonly number[]) => new Map(rows.map((row) => [row, vectors.get(row)!]));
  for (let count = 8; ; count *= 4) {
    const found = index.nearest({ question, count, exact });
    const near = found.filter(({ score }) => score > SAME);
    if (near.length < found.length || found.length < count) return near;
  }
}

/** Whatever decides over drafts besides themselves. */
function markOf({ meaning: { model }, user }: Engine, store: Store, isStaged: IsStaged): string {
  const learned = new Set(draftIds(store).flatMap(({ id, isLearned }) => (isLearned ? [id] : [])));
  const staged = linksLike(store, BRANCH).filter((link) => isStaged(link.slice(BRANCH.length)));
  const marks = [...new Set([store, user.store])].map((each) =>
    markOfStore(each, model, (id) => learned.has(id)),
  );
  return `${model} ${hashOf(JSON.stringify([marks, staged]))}`;
}

const textOf = (draft: KeptDraft): string => contextualText(memoryOf({ id: draft.id, candidate: draft }));

/**
 * What a draft is judged together with: claims about the same, the same words, and its session, which brings only so
 * much. Drafts that are tied by none of these, and are not near each other, do not know of one another at the gate.
 */
export function linksFor(memory: Memory, candidate: DraftCandidate): string[] {
  const { scope, scopeOf, text, source } = memory;
  const { session, proposal, branch } = candidate;
  return [
    ...aboutOfDraft(memory, proposal).map((about) => `about:${about}`),
    ...(memory.key === null ? [] : [`says:${JSON.stringify([memory.key, saysOf(proposal)])}`]),
    `words:${JSON.stringify([scope, scopeOf, hashOf(text)])}`,
    ...(source === 'user_said' ? [] : [`${SESSION}${maxDraftsOf(candidate)}:${session}`]),
    ...(proposal.evidence ?? []).flatMap(({ episode }) => (episode === null ? [] : [`${EPISODE}${episode}`])),
    ...(branch === null ? [] : [`${BRANCH}${branch}`]),
  ];
}

const [SESSION, EPISODE, BRANCH] = ['session:', 'episode:', 'branch:'];

/** Whether drafts that share a link decide over each other; `sharing` is how many do. A session with room for all ties none. */
function ties(link: string, sharing: number): boolean {
  if (link.startsWith(EPISODE) || link.startsWith(BRANCH)) return false;
  return !link.startsWith(SESSION) || sharing > Number(link.split(':')[1]);
}

/** All that some drafts are judged together with: what they are tied to, what that is tied to, and so on. */
export function tiedTo(
  begin: readonly string[],
  { linksOf, sharing }: { linksOf(id: string): readonly string[]; sharing(link: string): readonly string[] },
): Set<string> {
  const found = new Set(begin);
  const followed = new Set<string>();
  // A set is walked with what is added to it on the way.
  for (const id of found)
    for (const link of linksOf(id)) {
      if (followed.has(link)) continue;
      followed.add(link);
      // Who is no longer near has no such tie any more, and is judged without it all the same.
      const those = link.startsWith(NEAR) ? link.slice(NEAR.length).split(' ') : sharing(link);
      if (ties(link, new Set([...those, id]).size)) for (const other of those) found.add(other);
    }
  return found;
}
