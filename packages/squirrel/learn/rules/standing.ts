import type { Notice } from '@sqrl/base/messages.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { triggerText } from '@sqrl/base/model/rule-trigger.ts';
import { MAX_OVERRULED, type RuleCounts, ruleCounts } from '../../store/delivery/receipts.ts';
import { rulesIn } from '../../store/memory/places.ts';
import { storedMemories, storesOf } from '../../workspace/lookup.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { heldBy, triggerOf } from './held.ts';
import { projectPrograms } from './project-programs.ts';

/** How a rule is held, and how often it was met. */
export interface RuleStanding extends Omit<RuleCounts, 'memory'> {
  /** What it stops, as a sentence; null where a person took its trigger away. */
  stops: string | null;
  /** A person set it. */
  isSet: boolean;
}

/** How a memory is held at the action; null where it is advice. */
export function ruleStanding(engine: Engine, memory: Memory): RuleStanding | null {
  const trigger = heldBy(memory, projectPrograms(engine));
  const isSet = memory.record?.kind === 'rule';
  if (trigger === null && !isSet) return null;
  const [counts] = ruleCounts(engine.own.store, memory.id);
  const { kept = 0, broken = 0, overruled = 0 } = counts ?? {};
  return { stops: trigger && triggerText(trigger), isSet, kept, broken, overruled };
}

/** Rules that are shown as examples of what is held. */
const LATEST_RULES = 3;

export function rulesStanding(engine: Engine) {
  const isProgram = projectPrograms(engine);
  const held = engine.indexedStores
    .flatMap(({ store }) => rulesIn(store))
    .flatMap((rule) => {
      const trigger = triggerOf(rule, isProgram);
      return trigger === null ? [] : { text: rule.text, stops: triggerText(trigger) };
    });
  const counts = ruleCounts(engine.own.store);
  const sum = (of: 'kept' | 'broken' | 'overruled') => counts.reduce((all, each) => all + each[of], 0);
  return {
    held: held.length,
    latest: held.slice(-LATEST_RULES),
    ...{ kept: sum('kept'), broken: sum('broken'), overruled: sum('overruled') },
    met: counts.flatMap(({ memory: id, ...each }) => {
      const [found] = storedMemories(storesOf(engine), id);
      return found ? { id, text: found.memory.text, ...each } : [];
    }),
  };
}

/** Rules that were overruled so often that they may be wrong: the person is asked. */
export const doubtedRules = (engine: Engine): Notice[] =>
  ruleCounts(engine.own.store).flatMap(({ memory: id, overruled }) => {
    const memory = overruled < MAX_OVERRULED ? undefined : storedMemories(storesOf(engine), id)[0]?.memory;
    if (!memory || heldBy(memory, projectPrograms(engine)) === null) return [];
    const message = `The rule “${memory.text.slice(0, 120)}” was overruled ${overruled} times: change it, or take its trigger away`;
    return { message, hint: `sqrl edit ${id} --no-trigger` };
  });
