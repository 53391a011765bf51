import { hash } from 'node:crypto';
import { contextualText } from '../embed/context.ts';
import type { Candidate } from '../model/sighting.ts';
import { candidateOf } from '../observe/candidate.ts';
import { signalNamed } from '../observe/signals.ts';
import {
  allDrafts,
  clearUnlearnt,
  draftOf,
  draftVectors,
  type KeptDraft,
  putDraft,
  putDraftVector,
  removeDraft,
  unlearntMatters,
} from '../store/drafts.ts';
import { sightingsOf } from '../store/sightings.ts';
import type { Store } from '../store/store.ts';
import { hashOf } from '../write/clean.ts';
import { memoryOf } from '../write/gate.ts';
import { redactDraft } from '../write/redact-draft.ts';
import type { Engine } from './engine.ts';
import type { Notice } from './meaning.ts';

/** Makes drafts of every matter whose sightings changed; the ids of memories whose draft is gone. */
export function draftAnew(store: Store, project: string | null): string[] {
  const matters = unlearntMatters(store);
  const gone = matters.flatMap((matter) => {
    const signal = signalNamed(matter.slice(0, matter.indexOf(':')) as Candidate['signal']);
    const candidate = signal ? candidateOf(signal, sightingsOf(store, matter)) : null;
    if (candidate === null) return removeDraft(store, matter) ?? [];
    const { draft: proposal } = redactDraft(candidate.proposal);
    const id = idOf(proposal.scope === 'global' ? null : project, matter);
    // What held in the project and is now said to hold everywhere is another memory, in another file.
    const before = draftOf(store, matter);
    const moved = before && before.id !== id ? removeDraft(store, matter) : undefined;
    putDraft(store, id, { ...candidate, proposal });
    return moved ?? [];
  });
  clearUnlearnt(store, matters);
  return gone;
}

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The same matter of the same project has the same id, on whatever day and in whatever order it is learnt. */
function idOf(project: string | null, matter: string): string {
  const bytes = hash('sha256', `${project ?? ''}\0${matter}`, 'buffer');
  return Array.from(bytes.subarray(0, 12), (byte) => LETTERS[byte & 31]).join('');
}

/** Vectors of the drafts that are seen often enough, by the draft's row; none while the embedder is down. */
export async function embedded(
  engine: Engine,
  store: Store,
  notices: Notice[],
): Promise<Map<number, Float32Array>> {
  const { model } = engine.meaning;
  const drafts = allDrafts(store).filter(
    ({ sessions, minSessions, quorum }) => quorum || sessions >= minSessions,
  );
  const known = draftVectors(store, model);
  const texts = new Map(drafts.map((draft) => [draft.row, textOf(draft)]));
  const missing = drafts.filter(({ row }) => known.get(row)?.hash !== hashOf(texts.get(row)!));
  const fresh =
    missing.length === 0 ? [] : await engine.meaning.ofMemories(missing.map(({ row }) => texts.get(row)!));
  if (fresh === undefined && engine.meaning.notice) notices.push(engine.meaning.notice);
  if (fresh)
    store.transaction(() =>
      missing.forEach(({ row }, i) => {
        putDraftVector(store, row, { model, hash: hashOf(texts.get(row)!), value: fresh[i]! });
      }),
    );
  const rows = new Map<number, Float32Array>();
  for (const { row } of drafts) {
    const value = known.get(row)?.hash === hashOf(texts.get(row)!) ? known.get(row)!.value : undefined;
    if (value) rows.set(row, value);
  }
  missing.forEach(({ row }, i) => {
    if (fresh) rows.set(row, fresh[i]!);
  });
  return rows;
}

const textOf = (draft: KeptDraft): string =>
  contextualText(memoryOf({ id: draft.id, candidate: draft, vector: undefined }, { isStaged: () => false }));
