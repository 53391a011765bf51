import { remembered } from '../../base/memo.ts';
import { isPersonsWord } from '../../model/delivery.ts';
import type { Memory } from '../../model/memory.ts';
import type { MemoryRecord } from '../../model/record.ts';
import type { RuleTrigger } from '../../model/rule-trigger.ts';
import { compileRule } from './compile.ts';

/** What a rule stops: as the person set it, or else as its words say. Null where it is advice. */
export const triggerOf = (rule: { text: string; record: MemoryRecord | null }): RuleTrigger | null =>
  rule.record?.kind === 'rule' ? rule.record.trigger : rule.record === null ? compiled(rule.text) : null;

/** The same for any memory: only a person's own words are held. */
export const heldBy = (memory: Memory): RuleTrigger | null =>
  memory.trigger === null && isPersonsWord(memory) ? triggerOf(memory) : null;

const compiled = remembered((text: string) => compileRule(text) ?? null, 5000);
