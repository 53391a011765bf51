import type { Phase } from '../../model/episode.ts';
import type { MemoryType } from '../../model/memory.ts';
import type { DeadEndRecord, RecipeRecord } from '../../model/record.ts';
import type { PackSection } from '../pack.ts';
import { type ContextLine, type ContextMemory, type ContextWork, memoryLine, workLine } from './lines.ts';

/** Whom a context is for. */
export type Role = 'planner' | 'coder' | 'qa';

/** What a role is told of, a type at a time. */
interface RoleSection {
  type: MemoryType;
  heading: string;
  most: number;
  share: number;
}

/** What each role begins with, and how much of it. */
export const ROLE_PARTS: Record<Role, { phase: Phase; parts: readonly RoleSection[] }> = {
  planner: {
    phase: 'define',
    parts: [
      { type: 'task_calibration', heading: 'Actual effort here', most: 5, share: 0.15 },
      { type: 'dead_end', heading: 'Abandoned approaches: plan around them', most: 8, share: 0.25 },
      { type: 'causal_dependency', heading: 'Co-changes: plan for them', most: 10, share: 0.25 },
      { type: 'work_unit_outcome', heading: 'Outcomes of similar work', most: 5, share: 0.2 },
      { type: 'workflow_recipe', heading: 'Workflows', most: 2, share: 0.15 },
    ],
  },
  coder: {
    phase: 'implement',
    parts: [
      { type: 'gotcha', heading: 'Watch out', most: 8, share: 0.35 },
      { type: 'dead_end', heading: 'Abandoned approaches', most: 4, share: 0.15 },
      { type: 'error_pattern', heading: 'Recurring errors', most: 6, share: 0.25 },
      { type: 'causal_dependency', heading: 'Co-changes', most: 6, share: 0.15 },
      { type: 'pattern', heading: 'Patterns', most: 6, share: 0.1 },
    ],
  },
  qa: {
    phase: 'validate',
    parts: [
      { type: 'requirement', heading: 'Requirements', most: 10, share: 0.35 },
      { type: 'error_pattern', heading: 'Recurring errors', most: 10, share: 0.35 },
      { type: 'e2e_observation', heading: 'Observed behavior', most: 10, share: 0.3 },
    ],
  },
};

/** The sections of a role's context: of each type those that have to do with the task, best first. */
export function roleSections(
  role: Role,
  {
    hits,
    similar,
    commands,
  }: Record<'hits' | 'commands', readonly ContextMemory[]> & { similar: readonly ContextWork[] },
): PackSection<ContextLine>[] {
  const sections: PackSection<ContextLine>[] = ROLE_PARTS[role].parts.map(
    ({ type, heading, most, share }) => {
      if (type === 'work_unit_outcome') {
        // What was done last tells most of how such work goes now.
        const byTime = similar.toSorted((a, b) => b.endedAt - a.endedAt);
        return { name: type, heading, share, lines: byTime.slice(0, most).map(workLine) };
      }
      const found = hits.filter(({ memory }) => memory.type === type);
      const lines = found.slice(0, most).map((hit) => memoryLine(role === 'planner' ? planned(hit) : hit));
      return { name: type, heading, share, lines };
    },
  );
  const run = { name: 'commands', heading: 'Commands', share: 0.1 };
  return role === 'planner' ? sections : [...sections, { ...run, lines: commands.map(memoryLine) }];
}

/** A memory as a planner can use it: a dead end is a constraint, a recipe its steps. */
function planned(hit: ContextMemory): ContextMemory {
  const { record } = hit.memory;
  const text =
    record?.kind === 'dead end'
      ? constraintOf(record)
      : record?.kind === 'recipe'
        ? recipeText(record)
        : undefined;
  return text === undefined ? hit : { ...hit, memory: { ...hit.memory, text } };
}

const constraintOf = ({ approach, reason, alternative, task }: DeadEndRecord): string =>
  `Constraint${task ? ` for ${task}` : ''}: avoid “${approach}”, because ${reason}.${alternative ? ` Instead: ${alternative}.` : ''}`;

function recipeText({ task, steps, lastSuccessAt }: RecipeRecord): string {
  const numbered = steps.map(({ text, file, line }, i) => {
    const place = file && !text.includes(file) ? ` (${file}${line ? `:${line}` : ''})` : '';
    return `${i + 1}. ${text}${place}`;
  });
  const last = lastSuccessAt ? ` Last worked on ${new Date(lastSuccessAt).toISOString().slice(0, 10)}.` : '';
  return `${task}: ${numbered.join('; ')}.${last}`;
}
