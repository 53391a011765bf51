import { z } from 'zod';
import { Problem } from '../../base/problem.ts';
import { type MemoryType, TYPES } from '../../model/memory.ts';

/** Coarser names that other memories give to ours. */
const OTHERS: Record<string, readonly MemoryType[]> = {
  user_style: ['preference'],
  project_fact: ['decision', 'requirement', 'module_insight', 'pattern'],
  fact: ['module_insight', 'decision', 'requirement'],
  pitfall: ['gotcha', 'error_pattern', 'dead_end'],
  recipe: ['workflow_recipe'],
  task: ['work_state', 'work_unit_outcome'],
};

/** The name of a type, ours or a coarser one. */
export const typeName = z.string().min(1).max(50);

/** The types that a name may mean. */
export function typesNamed(name: string): readonly MemoryType[] {
  if (Object.hasOwn(TYPES, name)) return [name as MemoryType];
  const meant = Object.hasOwn(OTHERS, name) ? OTHERS[name] : undefined;
  if (meant) return meant;
  throw new Problem(
    `There is no type ${name}.`,
    `Types are: ${[...Object.keys(TYPES), ...Object.keys(OTHERS)].join(', ')}.`,
    'usage',
  );
}
