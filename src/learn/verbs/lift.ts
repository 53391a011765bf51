import { message } from '../../base/messages.ts';
import { isPersonsWord } from '../../model/delivery.ts';
import { kindOf, type Memory, MUTED } from '../../model/memory.ts';
import { countLifts, type LiftRow, replaceLifts } from '../../store/delivery/lifts.ts';
import { livingMemories } from '../../store/memory/living.ts';
import { stepCounts } from '../../store/memory/steps.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { type LiftCase, type LiftCounts, liftsOf } from '../lifecycle/lift.ts';
import { change } from './change.ts';
import { policyOf } from './policy.ts';

/**
 * Finds out, where there is a control group, which memories help: how often each is told from now on, and which are muted
 * because sessions went worse with them. A person's own words are never weighed, and what a person unmuted stays so.
 */
export async function weighLifts(
  engine: Engine,
): Promise<{ memory: string; did: string; why: ReturnType<typeof message> }[]> {
  if (!engine.settings.delivery.holdout || engine.own.store.readOnly) return [];
  const { store } = engine.own;
  const { alpha_errors: errors, beta_retries: retries } = policyOf(engine).regret_weights;
  const rows = new Map(countLifts(store, { errors, retries }).map((row) => [row.memory, row]));
  const memories = new Map<string, Memory>();
  const mutedOnce = new Set<string>();
  for (const { store: each } of engine.indexedStores) {
    const steps = stepCounts(each);
    for (const { memory } of livingMemories(each)) {
      if (!rows.has(memory.id) || memory.status === 'deprecated' || isPersonsWord(memory)) continue;
      memories.set(memory.id, memory);
      // One that was muted once is muted now, or a person has taken that back.
      if (steps.get(memory.id)?.has('muted')) mutedOnce.add(memory.id);
    }
  }
  const cases: LiftCase[] = [...memories.values()].map(({ id, type }) => ({
    memory: id,
    kind: kindOf(type),
    counts: countsOf(rows.get(id)!),
  }));
  const lifts = liftsOf(cases);
  replaceLifts(
    store,
    cases.map(({ memory, kind }) => ({ ...rows.get(memory)!, kind, share: lifts.get(memory)!.share })),
  );
  const steps = [];
  for (const [id, { muted, told, withheld }] of lifts) {
    const memory = memories.get(id)!;
    if (!muted || mutedOnce.has(id) || memory.tags.includes(MUTED)) continue;
    const why = message('why.lift', {
      told: told.bad,
      toldAll: told.sessions,
      withheld: withheld.bad,
      withheldAll: withheld.sessions,
    });
    await change(engine, id, { tags: [...memory.tags, MUTED] }, { did: 'muted', why, codeIsRead: true });
    steps.push({ memory: id, did: 'muted', why });
  }
  return steps;
}

/** A row as both arms. */
export const countsOf = ({ told, toldBad, withheld, withheldBad }: LiftRow): LiftCounts => ({
  told: { sessions: told, bad: toldBad },
  withheld: { sessions: withheld, bad: withheldBad },
});
