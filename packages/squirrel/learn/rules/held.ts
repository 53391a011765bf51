import { remembered } from '@sqrl/base/memo.ts';
import { isPersonsWord } from '@sqrl/base/model/delivery.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { MemoryRecord, RuleRecord } from '@sqrl/base/model/record.ts';
import { parseTrigger, type RuleTrigger } from '@sqrl/base/model/rule-trigger.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { compileRule } from './compile.ts';
import type { IsProgram } from './project-programs.ts';

/** What a rule stops: as the person set it, or else as its words say. Null where it is advice. */
export function triggerOf(
  { text, record }: { text: string; record: MemoryRecord | null },
  isProgram: IsProgram,
): RuleTrigger | null {
  if (record !== null) return record.kind === 'rule' ? record.trigger : null;
  // What no one knows may be a program of this project.
  const programs = compiled(`\n${text}`) === null ? wordsOf(text).filter(isProgram).join(' ') : '';
  return compiled(`${programs}\n${text}`);
}

/** The same for any memory: only a person's own words are held. */
export const heldBy = (memory: Memory, isProgram: IsProgram): RuleTrigger | null =>
  memory.trigger === null && isPersonsWord(memory) ? triggerOf(memory, isProgram) : null;

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

/** By the programs that its words may be, a line of them, and its text. */
const compiled = remembered((key: string) => {
  const at = key.indexOf('\n');
  return compileRule(key.slice(at + 1), new Set(key.slice(0, at).split(' '))) ?? null;
}, 10_000);

const wordsOf = remembered(
  (text: string) => [...new Set(text.slice(0, 1500).match(/(?<![\w`/.-])[a-z][\w-]{1,40}(?![\w/.-])/g))],
  5000,
);
