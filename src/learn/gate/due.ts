import type { Notice } from '../../base/messages.ts';
import { hashOf } from '../../base/text/clean.ts';
import { contextualText } from '../../embed/context.ts';
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
import { memoryOf } from './draft.ts';
import { BRANCH, linksFor, tiedTo } from './links.ts';
import { type NearTexts, SAME } from './novelty.ts';
import { sourceOf } from './trust.ts';

/** What is to be judged, by what, and how near it is to each other. */
export interface DueDrafts {
  /** Ids of drafts; all of them where what decides over all has changed. */
  drafts: ReadonlySet<string>;
  /** Of what was looked at, to be noted once they are judged. */
  mark: string;
  vectors: ReadonlyMap<number, Float32Array>;
  near: NearTexts;
}

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

const isSeenOften = ({ sessions, minSessions, quorum }: KeptDraft): boolean =>
  quorum || sessions >= minSessions;

/**
 * What has to be judged now, inside the caller's transaction: what changed, and all that is judged together with it. The
 * rest would come to what it came to before.
 */
export function dueIn(engine: Engine, store: Store, isStaged: (branch: string) => boolean): DueDrafts {
  const { model } = engine.meaning;
  const all = draftIds(store);
  const known = draftVectors(store, model);
  const vectors = new Map([...known].map(([row, { value }]) => [row, value]));
  const changed = dueDrafts(store);
  const drafted = draftsById(store, changed);
  // Of words it no longer has.
  for (const draft of drafted)
    if (known.get(draft.row)?.hash !== hashOf(textOf(draft))) vectors.delete(draft.row);
  const before = new Map(changed.map((id) => [id, draftLinks(store, id).map(({ link }) => link)]));
  tie(store, drafted, vectors);
  const mark = markOf(engine, store, learnedOf(all), isStaged);
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
          linksOf: (id) => [...(before.get(id) ?? []), ...draftLinks(store, id).map(({ link }) => link)],
          sharing: (link) => linkedBy(store, link),
        })
      : new Set(all.map(({ id }) => id));
  return { drafts, mark, vectors, near };
}

/** Whether anything has to be judged, as far as that can be seen without a transaction. */
export const isAnyDue = (engine: Engine, store: Store, isStaged: (branch: string) => boolean): boolean =>
  dueDrafts(store).length > 0 ||
  markOf(engine, store, learnedOf(draftIds(store)), isStaged) !== markOfAround(store);

const learnedOf = (drafts: ReturnType<typeof draftIds>): Set<string> =>
  new Set(drafts.filter(({ isLearned }) => isLearned).map(({ id }) => id));

/** Finds what drafts are tied to. */
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
  const idOf = idsByRow(store);
  const exact = (rows: readonly number[]) => new Map(rows.map((row) => [row, vectors.get(row)!]));
  for (const { id, row } of drafts) {
    const question = vectors.get(row);
    if (!question || question.length !== first.length) continue;
    for (const { row: other, score } of nearerThanSame(index, question, exact)) {
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
  exact: (rows: readonly number[]) => ReadonlyMap<number, Float32Array>,
) {
  for (let count = 8; ; count *= 4) {
    const found = index.nearest({ question, count, exact });
    const near = found.filter(({ score }) => score > SAME);
    if (near.length < found.length || found.length < count) return near;
  }
}

const idsByRow = (store: Store): Map<number, string> =>
  new Map(draftIds(store).map(({ row, id }) => [row, id]));

/** Whatever decides over drafts besides themselves. */
function markOf(
  engine: Engine,
  store: Store,
  learned: ReadonlySet<string>,
  isStaged: (branch: string) => boolean,
): string {
  const { model } = engine.meaning;
  const stores = [...new Set([store, engine.user.store])];
  const staged = linksLike(store, BRANCH).filter((link) => isStaged(link.slice(BRANCH.length)));
  const marks = stores.map((each) => markOfStore(each, model, (id) => learned.has(id)));
  return `${model} ${hashOf(JSON.stringify([marks, staged]))}`;
}

const textOf = (draft: KeptDraft): string => contextualText(memoryOf({ id: draft.id, candidate: draft }));
