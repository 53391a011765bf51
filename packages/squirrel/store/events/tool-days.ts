import { DAY_MS } from '@sqrl/base/durations.ts';
import type { Event, Outcome } from '@sqrl/base/model/event.ts';
import type { Store } from '@sqrl/base/sqlite/store.ts';

type ToolResult = Pick<Event, 'tool' | 'toolName' | 'at' | 'outcome' | 'durationMs'>;

/** Counts of results that are still to be written: most of one batch are of the same few tools and one day. */
export interface ResultCounts {
  /** Counts a result for its tool and day; with `times` -1 it takes one back that was counted. */
  add(result: ToolResult, times?: 1 | -1): void;
  write(store: Store): void;
}

export function resultCounts(): ResultCounts {
  const counted = new Map<string, [tool: string, name: string, day: number, ...counts: number[]]>();
  return {
    add({ tool, toolName, at, outcome, durationMs }, times = 1) {
      if (tool === null) return;
      const day = Math.floor(at / DAY_MS);
      const name = toolName ?? tool;
      const key = `${day} ${tool}\0${name}`;
      const counts = counted.get(key) ?? [tool, name, day, 0, 0, 0, 0, 0, 0];
      counted.set(key, counts);
      if (outcome !== null) (counts[3 + OUTCOMES.indexOf(outcome)] as number) += times;
      if (durationMs === null) return;
      (counts[7] as number) += times;
      (counts[8] as number) += times * durationMs;
    },
    write(store) {
      for (const counts of counted.values()) store.sql(COUNT).run(...counts);
      counted.clear();
    },
  };
}

const OUTCOMES: readonly Outcome[] = ['ok', 'failed', 'rejected', 'interrupted'];
const COUNTERS = [...OUTCOMES, 'timed', 'duration'];

const COUNT = `
  insert into tool_day (tool, tool_name, day, ${COUNTERS.join(', ')}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
  on conflict (tool, tool_name, day) do update set
    ${COUNTERS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`;
