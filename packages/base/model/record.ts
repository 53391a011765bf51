import type { z } from 'zod';
import type { recordSchema } from './schemas.ts';

/** The structured part of a memory, where its type has one. Its text says the same in a sentence. */
export type MemoryRecord = z.output<typeof recordSchema>;

type RecordOf<Kind extends MemoryRecord['kind']> = Extract<MemoryRecord, { kind: Kind }>;
export type RecipeRecord = RecordOf<'recipe'>;
export type CommandRecord = RecordOf<'command'>;
export type CalibrationRecord = RecordOf<'calibration'>;
export type DeadEndRecord = RecordOf<'dead end'>;
export type PrefetchRecord = RecordOf<'prefetch'>;
export type RuleRecord = RecordOf<'rule'>;

/** What the parts say, in sentences: they are judged like the memory's text, since agents read them. */
export function recordSentences(record: MemoryRecord | null): string {
  if (record?.kind === 'recipe') return record.steps.map(({ text }) => `${text}.`).join('\n');
  if (record?.kind !== 'dead end') return '';
  const { approach, reason, alternative, task } = record;
  return [
    `It was tried to ${approach}${task ? `, for ${task}` : ''}.`,
    `It was abandoned because ${reason}.`,
    ...(alternative ? [`It was replaced by ${alternative}.`] : []),
  ].join('\n');
}
