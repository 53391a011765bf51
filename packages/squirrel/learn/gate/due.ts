import type { Notice } from '@sqrl/base/messages.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import { hashOf } from '@sqrl/base/text/clean.ts';
import { contextualText } from '@sqrl/embedder/context.ts';
import {
  allDrafts,
  draftBranches,
  draftIds,
  draftsById,
  draftVectors,
  type KeptDraft,
  putDraftVector,
} from '../../store/drafts/drafts.ts';
import { dueDrafts, markOfAround, markOfStore } from '../../store/drafts/due.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { memoryOf } from './draft.ts';
import { isSeenOften } from './steps.ts';
import { sourceOf } from './trust.ts';

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
export function vectorsOf(
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
export function markOf({ meaning: { model }, user }: Engine, store: Store, isStaged: IsStaged): string {
  const learned = new Set(draftIds(store).flatMap(({ id, isLearned }) => (isLearned ? [id] : [])));
  const marks = [...new Set([store, user.store])].map((each) =>
    markOfStore(each, model, (id) => learned.has(id)),
  );
  return `${model} ${hashOf(JSON.stringify([marks, draftBranches(store).filter(isStaged)]))}`;
}
