import { isDeliverable } from '@sqrl/base/model/delivery.ts';
import { type MemoryType, MUTED } from '@sqrl/base/model/memory.ts';
import { disputesToAnswer } from '../../learn/sharing/comments.ts';
import { trustLevel } from '../../learn/verbs/trust.ts';
import { memoriesWhere } from '../../store/memory/filters.ts';
import type { Engine } from '../../workspace/workspace.ts';

const RULES: MemoryType[] = ['preference', 'requirement', 'decision'];
const WARNINGS: MemoryType[] = ['gotcha', 'error_pattern', 'dead_end'];

/** More are not counted one by one. */
const MAX_COUNTED = 500;

/**
 * A line for the person at the start of a session: what agents may be told in this project, and what others dispute that
 * the person answers for; empty where that is nothing.
 */
export function startLine(engine: Engine): string {
  const parts = [
    ...counted(countOf(engine, RULES), 'rule'),
    ...counted(countOf(engine, WARNINGS), 'warning'),
  ];
  const line = parts.length === 0 ? '' : `Squirrel: ${parts.join(', ')} for this project (sqrl ui).`;
  const disputed = engine.indexedStores.flatMap(({ store }) => disputesToAnswer(store));
  return disputed.length === 0
    ? line
    : `${line} ${disputed.length} of your shared memories disputed: \`sqrl dispute ${disputed[0]!.about}\`.`.trim();
}

function countOf(engine: Engine, types: MemoryType[]): number {
  const now = engine.now();
  const level = trustLevel(engine);
  return engine.indexedStores
    .flatMap(({ store }) =>
      memoriesWhere(store, { types, whose: {} }, { now, limit: MAX_COUNTED, order: 'newest' }),
    )
    .filter(({ memory }) => isDeliverable(memory, now, level) && !memory.tags.includes(MUTED)).length;
}

const counted = (n: number, noun: string): string[] => (n === 0 ? [] : [`${n} ${noun}${n === 1 ? '' : 's'}`]);
