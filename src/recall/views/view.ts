import type { Memory } from '../../model/memory.ts';
import { printed } from '../../model/printed.ts';
import { toldMemory } from '../../model/sync/told.ts';
import { SOURCE_WEIGHTS } from '../../model/weights.ts';

/** A memory that may stand in a view. */
export interface ViewMemory {
  memory: Memory;
  /** As it is cited. */
  line: string;
}

/** What every view says of itself. */
export interface ViewHead<T extends string = string> {
  type: T;
  /** The project's root; null where there is no project. */
  project_id: string | null;
  /** When it became as it is. */
  generated_at: string;
  /** Of the markdown. */
  token_estimate: number;
  markdown: string;
}

/** One thing that a view tells. */
export interface ViewItem {
  key: string;
  summary: string;
  tags: string[];
  /** 0 to 1. */
  importance: number;
  memory_id: string;
}

/** A memory as an item of a view. */
export const itemOf = (memory: Memory): ViewItem => ({
  key: memory.key ?? `${memory.type}.${memory.id}`,
  summary: toldMemory(memory),
  tags: memory.tags,
  importance: memoryImportance(memory),
  memory_id: memory.id,
});

/** How much a memory matters, 0 to 1: whose word it is, how sure, and whether a person keeps or confirms it. */
export function memoryImportance({ confidence, source, pinned, verified, tier }: Memory): number {
  if (tier === 'emergency') return 1;
  const worth = (confidence * SOURCE_WEIGHTS[source]) / SOURCE_WEIGHTS.user_taught;
  return Math.min(1, Math.round(100 * (worth + (pinned ? 0.2 : 0) + (verified ? 0.1 : 0))) / 100);
}

/** The most important first, then the latest. */
export const mostImportant = (a: { memory: Memory }, b: { memory: Memory }): number =>
  memoryImportance(b.memory) - memoryImportance(a.memory) ||
  b.memory.updatedAt - a.memory.updatedAt ||
  (a.memory.id < b.memory.id ? -1 : 1);

/** Of memories that say the same in the same words the first. */
export function eachOnce(viewed: readonly ViewMemory[]): ViewMemory[] {
  const said = new Set<string>();
  return viewed.filter(({ memory }) => {
    const text = printed(memory.text).toLowerCase();
    return said.has(text) ? false : said.add(text);
  });
}

/** Headings with their lines, those without a line left out. */
export const markdownOf = (title: string, sections: readonly [heading: string, lines: string[]][]): string =>
  [
    `# ${title}`,
    ...sections
      .filter(([, lines]) => lines.length > 0)
      .map(([heading, lines]) => [`## ${heading}`, '', ...lines.map((line) => `- ${line}`)].join('\n')),
  ].join('\n\n');
