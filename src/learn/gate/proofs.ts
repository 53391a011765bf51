import type { Evidence } from '../../model/memory.ts';
import type { KeptDraft } from '../../store/drafts/drafts.ts';
import { addEvidence, evidenceAt } from '../../store/memory/belongings.ts';
import { rowById } from '../../store/memory/memories.ts';
import { eventsKnown } from '../../store/memory/successions.ts';
import type { Store } from '../../store/store.ts';
import type { JudgedDraft } from './carry-out.ts';

/** Adds the proofs of drafts that only repeat a memory to it; those it has are not added twice. */
export function reinforce(
  stores: readonly Store[],
  id: string,
  proofs: ReadonlyMap<string, readonly Evidence[]>,
): void {
  for (const store of stores) {
    const row = rowById(store, id);
    if (row === undefined) continue;
    const has = new Set(evidenceAt(store, row).map(nameOf));
    addEvidence(
      store,
      row,
      (proofs.get(id) ?? []).filter((proof) => !has.has(nameOf(proof))),
    );
  }
}

/** The proofs of every memory: its own, and those of drafts that say the same. */
export function memoryProofs(sentences: readonly JudgedDraft[]): Map<string, Evidence[]> {
  const proofs = new Map<string, Evidence[]>();
  for (const { draft, decision } of sentences) {
    if (decision.did === 'dropped') continue;
    const id = decision.did === 'kept' ? draft.id : decision.memory;
    proofs.set(id, [...(proofs.get(id) ?? []), ...draftProof(draft)]);
  }
  for (const [id, all] of proofs) proofs.set(id, inOrder(all));
  return proofs;
}

/** Proofs by their time, each once; of very many the first and the newest. */
export function inOrder(proofs: readonly Evidence[]): Evidence[] {
  const named = new Map(proofs.map((proof) => [nameOf(proof), proof]));
  const all = [...named]
    .sort(([a, { at }], [b, { at: other }]) => at - other || (a < b ? -1 : 1))
    .map(([, proof]) => proof);
  return all.length <= MAX_PROOFS
    ? all
    : [...all.slice(0, FIRST_PROOFS), ...all.slice(FIRST_PROOFS - MAX_PROOFS)];
}

const MAX_PROOFS = 20;
const FIRST_PROOFS = 5;

/** What a draft has for itself. */
export const draftProof = (draft: KeptDraft): Evidence[] => draft.proposal.evidence ?? [];

const nameOf = ({ proof, events, at, quote }: Evidence): string => JSON.stringify([proof, events, at, quote]);

/** What holds everywhere was perhaps said in other projects too; their proofs are not in this one's sessions. */
export function provenElsewhere(home: Store, evidence: readonly Evidence[]): Evidence[] {
  const known = eventsKnown(
    home,
    evidence.flatMap(({ events }) => events),
  );
  return evidence.filter(({ events }) => events.length > 0 && !events.some((event) => known.has(event)));
}
