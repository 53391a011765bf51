import type { DraftReport } from '@sqrl/base/model/sighting.ts';
import { STEPS } from '@sqrl/base/model/sighting.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { Parsed } from '../../protocol/verbs.ts';
import {
  allDrafts,
  draftById,
  draftReportsByStep,
  draftReportsLike,
  draftsLike,
  droppedBySteps,
  type KeptDraft,
  newestDraftReports,
} from '../../store/drafts/drafts.ts';
import { sightingsOf } from '../../store/drafts/sightings.ts';
import { evidenceAt, fullMemoryAt } from '../../store/memory/belongings.ts';
import { storedMemories, storesOf } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { untold } from './untold.ts';

export function drafts(engine: Engine, { step, limit }: Parsed<'drafts'>) {
  const all = allDrafts(engine.own.store);
  const seen = step === undefined ? all : all.filter((draft) => draft.step === step);
  const stores = storesOf(engine);
  const told = stores.flatMap((store) =>
    newestDraftReports(store, { step, limit }).map((telling) => shownDraftReport(store, telling)),
  );
  const counts = [droppedBySteps(engine.own.store), ...stores.map(draftReportsByStep)];
  const sum = (of: string) => counts.reduce((total, each) => total + (each[of] ?? 0), 0);
  const kept = all.filter((draft) => draft.step === null).length + sum('kept');
  const dropped = Object.fromEntries(
    STEPS.map((each) => [each, sum(each)] as const).filter(([, n]) => n > 0),
  );
  return {
    drafts: [...seen.reverse().slice(0, limit).map(shown), ...told]
      .sort((a, b) => b.lastAt - a.lastAt)
      .slice(0, limit),
    total:
      step === undefined ? kept + Object.values(dropped).reduce((a, b) => a + b, 0) : (dropped[step] ?? 0),
    kept,
    dropped,
  };
}

/** Why a draft became a memory or did not: what was seen or said of it, and where it was dropped. */
export function why(engine: Engine, { id }: Parsed<'why'>) {
  const { store } = engine.own;
  const wanted = id.toLowerCase();
  const like = draftsLike(store, wanted);
  const found = draftById(store, wanted) ?? (like.length === 1 ? like[0] : undefined);
  if (found)
    return {
      ...shown(found),
      seen: sightingsOf(store, found.matter).map(({ at, session, quote, proof, tainted }) => ({
        ...{ at, session, quote, proof, tainted },
      })),
      untold: untoldMemory(engine, found.memory),
    };
  const told = storesOf(engine).flatMap((each) =>
    draftReportsLike(each, wanted).map((telling) => ({ store: each, telling })),
  );
  const one = told.find(({ telling }) => telling.id === wanted || telling.memory === wanted) ?? told[0];
  const isClear = one && (told.length === 1 || [one.telling.id, one.telling.memory].includes(wanted));
  if (!isClear)
    throw new Problem(
      like.length + told.length > 1
        ? `Several drafts have ids that start with ${id}.`
        : `No draft has the id ${id}.`,
      'Run `sqrl history why` to list them.',
      'not_found',
    );
  const { telling } = one;
  const { tainted, proposal, ...draft } = shownDraftReport(one.store, telling);
  const seen = (proposal.evidence ?? []).map(({ at, quote, proof }) => ({
    ...{ at, session: telling.origin, quote, proof, tainted },
  }));
  return { ...draft, tainted, proposal, seen, untold: untoldMemory(engine, telling.memory) };
}

/** Why agents are not told the memory that a draft became; null where they are, or there is none. */
function untoldMemory(engine: Engine, id: string | null): string | null {
  const [found] = id === null ? [] : storedMemories(storesOf(engine), id);
  return found ? untold(engine, found.store, fullMemoryAt(found.store, found.row)!) : null;
}

type ShownDraft = Omit<KeptDraft, 'row' | 'wanted'> & {
  origin?: DraftReport['origin'];
};

const shown = ({ row: _, wanted: __, ...draft }: KeptDraft): ShownDraft => draft;

/** What was told in the form of what was seen; its words are the memory's where it became one. */
function shownDraftReport(store: Store, { id, at, origin, text, step, reason, memory }: DraftReport) {
  const [kept] = memory === null ? [] : storedMemories([store], memory);
  const evidence = kept ? evidenceAt(store, kept.row) : [];
  return {
    ...{ id, matter: `told:${id}`, signal: 'told' as const, origin, at, lastAt: at },
    ...{ sessions: 0, minSessions: 0, tainted: kept?.memory.tainted ?? false, step, reason, memory },
    proposal: { text: text ?? kept?.memory.text ?? '', ...(evidence.length > 0 && { evidence }) },
  };
}
