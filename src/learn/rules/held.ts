import { remembered } from '../../base/memo.ts';
import { Problem } from '../../base/problem.ts';
import { isPersonsWord } from '../../model/delivery.ts';
import type { Memory } from '../../model/memory.ts';
import type { MemoryRecord, RuleRecord } from '../../model/record.ts';
import { parseTrigger, type RuleTrigger } from '../../model/rule-trigger.ts';
import { compileRule } from './compile.ts';

/** What a rule stops: as the person set it, or else as its words say. Null where it is advice. */
export const triggerOf = (rule: { text: string; record: MemoryRecord | null }): RuleTrigger | null =>
  rule.record?.kind === 'rule' ? rule.record.trigger : rule.record === null ? compiled(rule.text) : null;

/** The same for any memory: only a person's own words are held. */
export const heldBy = (memory: Memory): RuleTrigger | null =>
  memory.trigger === null && isPersonsWord(memory) ? triggerOf(memory) : null;

/** What a person sets a rule's trigger to: a sentence, nothing, or (empty) what the rule's words say. */
export function ruleRecord(trigger: string | null): RuleRecord | null {
  if (trigger?.trim() === '') return null;
  const read = trigger === null ? null : parseTrigger(trigger);
  if (read === undefined)
    throw new Problem(
      `The trigger could not be read: ${trigger!.slice(0, 100)}`,
      'Write it as `sqrl show ID` does, for example: Stops `npm`; allows `npm view`.',
    );
  return { kind: 'rule', trigger: read };
}

const compiled = remembered((text: string) => compileRule(text) ?? null, 5000);
