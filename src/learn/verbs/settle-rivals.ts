import { type Message, message } from '../../base/messages.ts';
import { hashOf } from '../../base/text/clean.ts';
import type { Memory } from '../../model/memory.ts';
import { addRelations } from '../../store/memory/belongings.ts';
import { type Row, replaceMemory } from '../../store/memory/memories.ts';
import { addStep } from '../../store/memory/steps.ts';
import type { Store } from '../../store/store.ts';
import { aboutOf, type Claim, saysOf, standings } from '../gate/gate/matters.ts';
import { draftTrust } from '../gate/gate/trust.ts';
import { claimOf } from './claim-of.ts';
import { rivalsAt } from './rivals.ts';

/**
 * Decides between a memory that was brought in whole and those here that speak of its matter: the newest of the most trusted
 * holds, whoever brought it. What came in together was decided upon where it came from.
 */
export function settleRivals(store: Store, row: Row, memory: Memory, together: ReadonlySet<string>): void {
  if (memory.status === 'deprecated') return;
  const rivals = rivalsAt(store, row, memory).filter(
    ({ memory: { id }, pieces }) => !together.has(id) && pieces === undefined,
  );
  if (rivals.length === 0) return;
  const all = [{ row, memory }, ...rivals];
  const stands = standings(all.map(({ memory: one }) => claimBy(one)));
  for (const { row: place, memory: one } of all) {
    const standing = stands.get(one.id)!;
    if (standing.stands === 'holds') continue;
    const by = standing.stands === 'replaced' ? standing.by : standing.against;
    const next: Memory =
      standing.stands === 'replaced' ? { ...one, status: 'deprecated' } : { ...one, needsReview: true };
    replaceMemory(store, place, next, hashOf(next.text));
    if (standing.stands === 'replaced') {
      const holder = all.find((each) => each.memory.id === by)!;
      addRelations(store, holder.row, [{ kind: 'supersedes', to: one.id, confidence: 1 }]);
      note('superseded', message('why.replaced', { by }));
    } else {
      addRelations(store, place, [{ kind: 'conflicts', to: by, confidence: 1 }]);
      note('sent to review', message('wait.contradicts', { ids: by }));
    }

    function note(did: string, why: Message): void {
      const { id, updatedAt: at, confidence } = one;
      addStep(store, { memory: id, at: Math.max(at, memory.updatedAt), did, why, before: null, confidence });
    }
  }
}

function claimBy(memory: Memory): Claim {
  const { key, subject, value, polarity } = claimOf(memory);
  return {
    id: memory.id,
    about: aboutOf({ ...memory, key, subject: subject ?? null }),
    says: saysOf({ text: memory.text, value: value ?? null, polarity }),
    trust: draftTrust(memory),
    lastAt: memory.updatedAt,
  };
}
