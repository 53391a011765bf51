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

const ofType = (type: MemoryType, heading: string, most: number, share: number): SectionRow => ({
  name: type,
  heading,
  share,
  from: ['memories'],
  types: [type],
  most,
});

/** What a person settled, in talks and in memories of whatever type. */
const settled = (heading: string, share: number): SectionRow => ({
  ...{ name: 'requirement', heading, share, from: ['settled', 'memories'], most: 10 },
  types: ['requirement', 'decision', 'preference'],
});

const COMMANDS: SectionRow = { name: 'commands', heading: 'Commands', share: 0.1, from: ['commands'] };

export const AUDIENCES: Record<Audience, AudienceRow> = {
  task: {
    general: [],
    sections: [
      { name: 'settled', heading: SETTLED_HEADING, share: 0.5, from: ['settled'] },
      { name: 'standing', heading: 'Standing rules', share: 0.15, from: ['standing'] },
      {
        ...{ name: 'guards', heading: 'Watch out', share: 0.3, from: ['memories'], most: 8 },
        types: ['gotcha', 'dead_end', 'error_pattern'],
      },
      {
        ...{ name: 'rules', heading: 'Decisions and requirements', share: 0.25, from: ['memories'], most: 8 },
        types: ['decision', 'requirement', 'preference', 'pattern'],
      },
      COMMANDS,
      {
        ...{ name: 'where', heading: 'Where to look', share: 0.2, from: ['files', 'memories'], most: 4 },
        types: ['module_insight', 'causal_dependency', 'prefetch_pattern', 'context_cost'],
      },
      {
        ...{ name: 'similar', heading: 'Past work', share: 0.15, from: ['similar', 'memories'], most: 3 },
        types: ['workflow_recipe', 'task_calibration', 'e2e_observation'],
      },
      {
        ...{
          name: 'unfinished',
          heading: 'Unfinished',
          share: 0.1,
          from: ['memories', 'unfinished'],
          most: 2,
        },
        types: ['work_state'],
      },
      { name: 'talks', heading: TALKS_HEADING, share: 0.1, from: ['headlines'] },
    ],
  },
  planner: {
    phase: 'define',
    general: ['task_calibration'],
    sections: [
      ofType('task_calibration', 'Actual effort here', 5, 0.15),
      ofType('dead_end', 'Abandoned approaches: plan around them', 8, 0.2),
      ofType('causal_dependency', 'Co-changes: plan for them', 10, 0.2),
      {
        ...{ name: 'work_unit_outcome', heading: 'Outcomes of similar work', share: 0.15 },
        ...{ from: ['similar'], most: 5 },
      },
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
      {
        ...{ name: 'error_pattern', heading: 'Recurring errors', share: 0.35 },
        ...{ from: ['memories', 'failures'], types: ['error_pattern', 'gotcha'], most: 5 },
      },
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
