import type { Phase } from '@sqrl/base/model/episode.ts';
import type { Memory, MemoryType } from '@sqrl/base/model/memory.ts';
import type { DeadEndRecord, RecipeRecord } from '@sqrl/base/model/record.ts';
import type { PackSection } from '../pack.ts';
import { SETTLED_HEADING, TALKS_HEADING } from '../talks/talk-text.ts';
import { type ContextLine, type ContextMemory, memoryLine } from './lines.ts';

/** Whom a context is for: an agent that begins a task, or one that plans, writes or tests. */
export type Audience = 'task' | 'planner' | 'coder' | 'qa';

/** What a context tells besides the memories that have to do with the task. */
export type ContextSource =
  /** What was settled about it in past sessions, and talks that may be worth opening. */
  | 'settled'
  | 'headlines'
  /** What holds whatever the task. */
  | 'standing'
  /** How things are run here, and how checks of them failed. */
  | 'commands'
  | 'failures'
  | 'files'
  /** Past work like it, and work that was broken off. */
  | 'similar'
  | 'unfinished';

/** One section: lines of its sources and memories of its types, in this order, at most so many of each. */
interface SectionRow {
  name: string;
  heading: string;
  /** Of the whole, before the others had theirs. */
  share: number;
  from: readonly (ContextSource | 'memories')[];
  types?: readonly MemoryType[];
  most?: number;
}

interface AudienceRow {
  /** As the task's words tell, where there is none. */
  phase?: Phase;
  /** Memories of these types are told whatever the task, if they are measured or a person stands for them. */
  general: readonly MemoryType[];
  sections: readonly SectionRow[];
}

const row = (
  name: string,
  heading: string,
  share: number,
  from: SectionRow['from'],
  { types, most }: Pick<SectionRow, 'types' | 'most'> = {},
): SectionRow => ({ name, heading, share, from, ...(types && { types }), ...(most && { most }) });

const ofType = (type: MemoryType, heading: string, most: number, share: number): SectionRow =>
  row(type, heading, share, ['memories'], { types: [type], most });

/** What a person settled, in talks and in memories of whatever type. */
const settled = (heading: string, share: number): SectionRow =>
  row('requirement', heading, share, ['settled', 'memories'], {
    types: ['requirement', 'decision', 'preference'],
    most: 10,
  });

const COMMANDS = row('commands', 'Commands', 0.1, ['commands']);

export const AUDIENCES: Record<Audience, AudienceRow> = {
  task: {
    general: [],
    sections: [
      row('settled', SETTLED_HEADING, 0.5, ['settled']),
      row('standing', 'Standing rules', 0.15, ['standing']),
      row('guards', 'Watch out', 0.3, ['memories'], {
        types: ['gotcha', 'dead_end', 'error_pattern'],
        most: 8,
      }),
      row('rules', 'Decisions and requirements', 0.25, ['memories'], {
        types: ['decision', 'requirement', 'preference', 'pattern'],
        most: 8,
      }),
      COMMANDS,
      row('where', 'Where to look', 0.2, ['files', 'memories'], {
        types: ['module_insight', 'causal_dependency', 'prefetch_pattern', 'context_cost'],
        most: 4,
      }),
      row('similar', 'Past work', 0.15, ['similar', 'memories'], {
        types: ['workflow_recipe', 'task_calibration', 'e2e_observation'],
        most: 3,
      }),
      row('unfinished', 'Unfinished', 0.1, ['memories', 'unfinished'], { types: ['work_state'], most: 2 }),
      row('talks', TALKS_HEADING, 0.1, ['headlines']),
    ],
  },
  planner: {
    phase: 'define',
    general: ['task_calibration'],
    sections: [
      ofType('task_calibration', 'Actual effort here', 5, 0.15),
      ofType('dead_end', 'Abandoned approaches: plan around them', 8, 0.2),
      ofType('causal_dependency', 'Co-changes: plan for them', 10, 0.2),
      row('work_unit_outcome', 'Outcomes of similar work', 0.15, ['similar'], { most: 5 }),
      settled('Decisions and requirements', 0.2),
      ofType('workflow_recipe', 'Workflows', 2, 0.1),
    ],
  },
  coder: {
    phase: 'implement',
    general: [],
    sections: [
      ofType('gotcha', 'Watch out', 8, 0.35),
      ofType('dead_end', 'Abandoned approaches', 4, 0.15),
      ofType('error_pattern', 'Recurring errors', 6, 0.25),
      ofType('causal_dependency', 'Co-changes', 6, 0.15),
      ofType('pattern', 'Patterns', 6, 0.1),
      COMMANDS,
    ],
  },
  qa: {
    phase: 'validate',
    general: ['requirement', 'e2e_observation'],
    sections: [
      settled('Requirements', 0.35),
      row('error_pattern', 'Recurring errors', 0.35, ['memories', 'failures'], {
        types: ['error_pattern', 'gotcha'],
        most: 5,
      }),
      ofType('e2e_observation', 'Observed behavior', 10, 0.3),
      COMMANDS,
    ],
  },
};

/** The sections of a context, each memory in one of them: where a source tells it, it is told there. */
export function contextSections(
  audience: Audience,
  memories: readonly ContextMemory[],
  sources: Record<ContextSource, readonly ContextLine[]>,
): PackSection<ContextLine>[] {
  const { sections } = AUDIENCES[audience];
  const told = new Set(sections.flatMap(({ from }) => from.flatMap((each) => idsIn(sources, each))));
  const open = memories.filter(({ memory }) => !told.has(memory.id));
  return sections.map(({ name, heading, share, from, types = [], most }) => ({
    ...{ name, heading, share },
    lines: from.flatMap((each) =>
      each === 'memories'
        ? open
            .filter(({ memory }) => types.includes(audience === 'task' ? typeOf(memory) : memory.type))
            .slice(0, most)
            .map((one) => memoryLine(audience === 'planner' ? planned(one) : one))
        : sources[each].slice(0, most),
    ),
  }));
}

const idsIn = (
  sources: Record<ContextSource, readonly ContextLine[]>,
  from: ContextSource | 'memories',
): string[] => (from === 'memories' ? [] : sources[from].flatMap(({ memory }) => memory ?? []));

/** An emergency is a warning, whatever else it is. */
const typeOf = ({ tier, type }: Memory): MemoryType => (tier === 'emergency' ? 'gotcha' : type);

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
