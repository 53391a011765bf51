import type { z } from 'zod';
import type { fullMemory, memory } from './schemas.ts';

/** What a memory is about. Each type has a coarser kind and, for most, a half-life. */
export const TYPES = {
  gotcha: { kind: 'guard', halfLifeDays: 60, means: 'a trap or a constraint one does not expect' },
  decision: { kind: 'invariant', halfLifeDays: null, means: 'what was decided, and why' },
  preference: {
    kind: 'preference',
    halfLifeDays: null,
    means: 'how a person or a project likes things done',
  },
  pattern: { kind: 'pattern', halfLifeDays: null, means: 'a way of building that is used again' },
  requirement: { kind: 'invariant', halfLifeDays: null, means: 'what the product must do or keep to' },
  error_pattern: { kind: 'pattern', halfLifeDays: 60, means: 'a recurring error and its fix' },
  module_insight: { kind: 'invariant', halfLifeDays: 90, means: 'what a part of the code is for' },
  prefetch_pattern: { kind: 'pattern', halfLifeDays: null, means: 'files that are read together' },
  work_state: { kind: 'note', halfLifeDays: 7, means: 'where unfinished work stands' },
  causal_dependency: { kind: 'pattern', halfLifeDays: 120, means: 'a file that must change with another' },
  task_calibration: { kind: 'note', halfLifeDays: 180, means: 'how long work really takes here' },
  e2e_observation: { kind: 'note', halfLifeDays: 30, means: 'how the running product was seen to behave' },
  dead_end: { kind: 'guard', halfLifeDays: 90, means: 'an approach that was tried and abandoned' },
  work_unit_outcome: { kind: 'note', halfLifeDays: null, means: 'how a piece of work ended' },
  workflow_recipe: { kind: 'pattern', halfLifeDays: 120, means: 'the steps a kind of task takes' },
  context_cost: {
    kind: 'note',
    halfLifeDays: null,
    means: 'how many tokens a part of the code costs to read',
  },
} as const satisfies Record<string, { kind: string; halfLifeDays: number | null; means: string }>;

export type MemoryType = keyof typeof TYPES;

/** Coarser names that a search takes in the place of types. */
export const TYPE_FAMILIES = {
  user_style: ['preference'],
  project_fact: ['decision', 'requirement', 'pattern', 'module_insight', 'causal_dependency'],
  pitfall: ['gotcha', 'error_pattern', 'dead_end'],
  recipe: ['workflow_recipe'],
} as const satisfies Record<string, readonly MemoryType[]>;

export type TypeName = MemoryType | keyof typeof TYPE_FAMILIES;

export const typesNamed = (names: readonly TypeName[]): MemoryType[] => [
  ...new Set(
    names.flatMap((name): readonly MemoryType[] =>
      name in TYPE_FAMILIES ? TYPE_FAMILIES[name as keyof typeof TYPE_FAMILIES] : [name as MemoryType],
    ),
  ),
];
export type Kind = (typeof TYPES)[MemoryType]['kind'];

/** The tag of a memory that a person keeps but wants no agent to be told. */
export const MUTED = 'muted';

/** Most decisions that a person is asked for. The rest is found by a search and never counted. */
export const MAX_DECISIONS = 10;

/** What a person looks for: the groups in which memories are shown. */
export const MEMORY_GROUPS = ['rules', 'commands', 'gotchas', 'decisions', 'facts'] as const;
export type MemoryGroup = (typeof MEMORY_GROUPS)[number];

const GROUP_OF_TYPE: Partial<Record<MemoryType, MemoryGroup>> = {
  preference: 'rules',
  requirement: 'rules',
  workflow_recipe: 'commands',
  gotcha: 'gotchas',
  error_pattern: 'gotchas',
  dead_end: 'gotchas',
  decision: 'decisions',
};

/** The group of a memory; what keeps the command for something has a key that says so. */
export const groupOf = ({ type, key }: Pick<Memory, 'type' | 'key'>): MemoryGroup =>
  key?.startsWith(COMMAND_KEY) ? 'commands' : (GROUP_OF_TYPE[type] ?? 'facts');

export const COMMAND_KEY = 'command.';

/** What a person calls one memory of its group: `rule`, `fact`. */
export const groupWordOf = (memory: Pick<Memory, 'type' | 'key'>): string => groupOf(memory).slice(0, -1);

export const typesOfGroup = (group: MemoryGroup): MemoryType[] =>
  (Object.keys(TYPES) as MemoryType[]).filter((type) => groupOf({ type, key: null }) === group);

export const SCOPES = ['global', 'project', 'path', 'session'] as const;
export const OWNERS = ['user', 'team', 'org'] as const;
export const TIERS = ['short_term', 'long_term', 'emergency'] as const;
export const STATUSES = ['provisional', 'active', 'deprecated'] as const;
/**
 * Where a memory is told. `user` and `project`: in every brief. `part`: at a prompt or an action that touches the part.
 * `task`: on its branch or in its session, until it expires.
 */
export const REACHES = ['user', 'project', 'part', 'task'] as const;
export const SOURCES = [
  'user_taught',
  /** The person's own words in a session, which they did not mean as a note to us. */
  'user_said',
  'agent_explicit',
  'qa_auto',
  'mcp_auto',
  'commit_auto',
  'observer_inferred',
  'file_index',
] as const;

export type Scope = (typeof SCOPES)[number];
export type Status = (typeof STATUSES)[number];
export type Reach = (typeof REACHES)[number];
export type Source = (typeof SOURCES)[number];

/** The reach of a memory whose writer did not say it. */
export const reachOfScope = (scope: Scope): Reach => REACH_OF_SCOPE[scope];

const REACH_OF_SCOPE = {
  global: 'user',
  project: 'project',
  path: 'part',
  session: 'task',
} as const satisfies Record<Scope, Reach>;

/** The default end of a memory with reach `task`; null for every other reach. */
export const endOfReach = (reach: Reach, saidAt: number): number | null =>
  reach === 'task' ? saidAt + TASK_MS : null;

/** A week. */
const TASK_MS = 7 * 24 * 3600_000;

/** What was kept. Times are milliseconds since 1970. */
export type Memory = z.output<typeof memory>;

/** The proof of a sentence that may as well be of a text which the person shows. */
export const DOUBTED_STATEMENT = 'doubted_statement';

export type Evidence = FullMemory['evidence'][number];

/** What makes a draft the word of an agent or a program, which an agent may correct and delete. */
export const agentsWord = (at: number, quote: string | null = null) => ({
  source: 'agent_explicit' as const,
  evidence: [{ proof: 'agent_statement', episode: null, events: [], quote, at }] satisfies Evidence[],
});

export const RELATIONS = ['supersedes', 'conflicts', 'derived_from', 'required_with', 'validates'] as const;

export type Relation = FullMemory['relations'][number];

export type Metrics = FullMemory['metrics'];

export type FullMemory = z.output<typeof fullMemory>;

/** A proposed memory with its evidence. Only `write` turns it into a Memory. */
export interface Draft extends Partial<Omit<Memory, 'id' | 'text' | 'createdAt' | 'updatedAt'>> {
  text: string;
  evidence?: Evidence[];
  relations?: Relation[];
}

export const kindOf = (type: MemoryType): Kind => TYPES[type].kind;
