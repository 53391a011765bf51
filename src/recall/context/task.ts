import { kindOf, type Memory, type MemoryType } from '../../model/memory.ts';
import type { PackSection } from '../pack.ts';
import { SETTLED_HEADING, TALKS_HEADING } from '../talks/talk-text.ts';
import {
  type ContextLine,
  type ContextMemory,
  type ContextWork,
  fileLine,
  type LikelyFile,
  memoryLine,
  workLine,
} from './lines.ts';

/** What is known before a task begins. */
export interface TaskMatter {
  /** What has to do with it, best first. */
  hits: readonly ContextMemory[];
  /** How things are run here. */
  commands: readonly ContextMemory[];
  files: readonly LikelyFile[];
  similar: readonly ContextWork[];
  unfinished: readonly ContextWork[];
  /** What holds whatever the task. */
  rules: readonly ContextMemory[];
  /** What was settled about it in past sessions, and talks that may be worth opening. */
  talks: { settled: readonly ContextLine[]; headlines: readonly ContextLine[] };
}

/** What a senior colleague would say before it begins: what to watch, what was decided, how, where, what came before. */
export function taskSections(matter: TaskMatter): PackSection<ContextLine>[] {
  const { hits, commands, files, similar, unfinished, talks, rules } = matter;
  const run = new Set([...commands, ...rules].map(({ memory }) => memory.id));
  const told = new Set([...similar, ...unfinished].flatMap(({ memory }) => memory ?? []));
  const of = (section: SectionName, most: number) =>
    hits
      // How past work ended is told with that work.
      .filter(({ memory }) => memory.type !== 'work_unit_outcome')
      .filter(({ memory }) => !run.has(memory.id) && !told.has(memory.id) && sectionOf(memory) === section)
      .slice(0, most)
      .map(memoryLine);
  return [
    { name: 'settled', heading: SETTLED_HEADING, share: 0.5, lines: talks.settled },
    { name: 'standing', heading: 'Standing rules', share: 0.15, lines: rules.map(memoryLine) },
    { name: 'guards', heading: 'Watch out', share: 0.3, lines: of('guards', 8) },
    { name: 'rules', heading: 'Decisions and requirements', share: 0.25, lines: of('rules', 8) },
    { name: 'commands', heading: 'Commands', share: 0.1, lines: commands.map(memoryLine) },
    {
      name: 'where',
      heading: 'Where to look',
      share: 0.2,
      lines: [...files.map(fileLine), ...of('where', 4)],
    },
    {
      name: 'similar',
      heading: 'Past work',
      share: 0.15,
      lines: [...similar.map(workLine), ...of('similar', 3)],
    },
    {
      name: 'unfinished',
      heading: 'Unfinished',
      share: 0.1,
      lines: [...of('unfinished', 2), ...unfinished.map(workLine)],
    },
    { name: 'talks', heading: TALKS_HEADING, share: 0.1, lines: talks.headlines },
  ];
}

type SectionName = 'guards' | 'rules' | 'where' | 'similar' | 'unfinished';

const sectionOf = ({ type, tier }: Memory): SectionName =>
  tier === 'emergency' || kindOf(type) === 'guard' ? 'guards' : SECTIONS[type];

const SECTIONS: Record<MemoryType, SectionName> = {
  gotcha: 'guards',
  dead_end: 'guards',
  error_pattern: 'guards',
  decision: 'rules',
  requirement: 'rules',
  preference: 'rules',
  pattern: 'rules',
  module_insight: 'where',
  causal_dependency: 'where',
  prefetch_pattern: 'where',
  context_cost: 'where',
  workflow_recipe: 'similar',
  task_calibration: 'similar',
  e2e_observation: 'similar',
  work_unit_outcome: 'similar',
  work_state: 'unfinished',
};
