import { Problem } from '../model/problem.ts';
import type { StepName } from '../model/sighting.ts';
import { allDrafts, draftById, draftsLike, droppedBySteps, type KeptDraft } from '../store/drafts.ts';
import { sightingsOf } from '../store/sightings.ts';
import type { Engine } from './engine.ts';

/** Drafts and what became of them, the newest first. */
export function drafts(engine: Engine, { step, limit }: { step?: StepName | undefined; limit: number }) {
  const all = allDrafts(engine.own.store);
  const wanted = step === undefined ? all : all.filter((draft) => draft.step === step);
  return {
    drafts: wanted.reverse().slice(0, limit).map(shown),
    total: wanted.length,
    kept: all.filter((draft) => draft.step === null).length,
    dropped: droppedBySteps(engine.own.store),
  };
}

/** Why a draft became a memory or did not, and what was seen of it. */
export function why(engine: Engine, id: string) {
  const { store } = engine.own;
  const wanted = id.toLowerCase();
  const like = draftsLike(store, wanted);
  const found = draftById(store, wanted) ?? (like.length === 1 ? like[0] : undefined);
  if (!found)
    throw new Problem(
      like.length > 1 ? `Several drafts have ids that begin with ${id}.` : `No draft has the id ${id}.`,
      'See `sqrl why` for those there are.',
      'not_found',
    );
  return {
    ...shown(found),
    seen: sightingsOf(store, found.matter).map(({ at, session, quote, proof, tainted }) => ({
      at,
      session,
      quote,
      proof,
      tainted,
    })),
  };
}

const shown = ({ row: _, wanted: __, ...draft }: KeptDraft) => draft;
