import { memoryImportance } from '@sqrl/base/model/importance.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { printed } from '@sqrl/base/model/printed.ts';
import { toldMemory } from '@sqrl/base/model/sync/told.ts';
import { estimateTokens } from '@sqrl/base/text/tokens.ts';
import { cited } from '../cite.ts';

export const VIEWS = ['user_style', 'project_brief', 'pitfalls'] as const;
export type ViewName = (typeof VIEWS)[number];

export interface ViewHead<T extends string = string> {
  type: T;
  /** The project's root; null where there is no project. */
  project_id: string | null;
  generated_at: string;
  /** Of the markdown. */
  token_estimate: number;
  markdown: string;
}

export interface ViewPlace {
  project: string | null;
  at: string;
}

/** The head of a view, with its sections as Markdown; empty where no section has a line. */
export function viewHead<T extends string>(
  type: T,
  title: string,
  sections: readonly [heading: string, lines: readonly string[]][],
  { project, at }: ViewPlace,
): ViewHead<T> {
  const told = sections.filter(([, lines]) => lines.length > 0);
  const parts = told.map(
    ([heading, lines]) => `## ${heading}\n\n${lines.map((line) => `- ${line}`).join('\n')}`,
  );
  const markdown = told.length === 0 ? '' : [`# ${title}`, ...parts].join('\n\n');
  return {
    type,
    project_id: project,
    generated_at: at,
    token_estimate: estimateTokens(markdown),
    markdown,
  };
}

export interface ViewItem {
  key: string;
  summary: string;
  tags: string[];
  /** 0 to 1. */
  importance: number;
  memory_id: string;
}

const itemOf = (memory: Memory): ViewItem => ({
  key: memory.key ?? `${memory.type}.${memory.id}`,
  summary: toldMemory(memory),
  tags: memory.tags,
  importance: memoryImportance(memory),
  memory_id: memory.id,
});

/** So much can be kept in mind. */
const MAX_ITEMS = 20;

/** The first of some memories as items and as sections, each memory under one of the headings or under one of its own. */
export function listed(
  memories: readonly Memory[],
  headingOf: (memory: Memory) => string,
  headings: readonly string[] = [],
): { items: (ViewItem & { files: string[] })[]; sections: [heading: string, lines: string[]][] } {
  const kept = eachOnce(memories).slice(0, MAX_ITEMS);
  const groups = Map.groupBy(kept, headingOf);
  return {
    items: kept.map((memory) => ({ ...itemOf(memory), files: memory.files })),
    sections: [...new Set([...headings, ...groups.keys()])].map((heading) => [
      heading,
      (groups.get(heading) ?? []).map(cited),
    ]),
  };
}

/** The most important first, then the latest. */
export const mostImportant = (a: Memory, b: Memory): number =>
  memoryImportance(b) - memoryImportance(a) || b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1);

/** Of memories that say the same in the same words the first. */
export const eachOnce = (memories: readonly Memory[]): Memory[] => [
  ...Map.groupBy(memories, ({ text }) => printed(text).toLowerCase())
    .values()
    .map(([first]) => first!),
];
