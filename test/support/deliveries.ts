import { createHash } from 'node:crypto';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { Moment } from '@sqrl/base/model/moment.ts';
import type { Trigger } from '@sqrl/base/model/trigger.ts';
import { deliver } from '@sqrl/squirrel/recall/deliver/deliver.ts';
import { addMemory } from '@sqrl/squirrel/store/memory/memories.ts';
import { aMemory } from '@sqrl/squirrel/store/testing/a-memory.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { open } from './home.ts';

export const NOON = Date.UTC(2026, 10, 15, 12);
export const HOUR = 3600_000;
export const SETTINGS = '[notes]\ndaily_log = false\n[delivery]\nguards = "stop-once"';

export const opened = (settings = SETTINGS) => open({ settings, now: () => NOON }).engine;

/** Puts a memory into the project's store as it is. */
export function keep({ own }: Engine, some: Partial<Memory>): Memory {
  const memory = aMemory({ confidence: 0.9, createdAt: NOON - 1000, updatedAt: NOON - 1000, ...some });
  own.store.transaction(() =>
    addMemory(own.store, memory, createHash('sha256').update(memory.text).digest('hex')),
  );
  return memory;
}

let clock = NOON;
export const tell = (
  engine: Engine,
  moment: Partial<Moment> & { point: Moment['point'] },
  session = 'one',
) => {
  clock += 1000;
  return deliver(engine, {
    client: 'claude-code',
    session,
    at: clock,
    moment: {
      ...(moment.point !== 'session start' && { files: [] }),
      ...((moment.point === 'before' || moment.point === 'after') && { command: null, symbols: [] }),
      ...(moment.point === 'after' && { outcome: 'ok', text: '', exitCode: null }),
      ...moment,
    } as Moment,
  });
};

export const onCommand = (command: string, some: Partial<Trigger> = {}): Trigger => ({
  tool: 'run',
  command,
  match: 'begins',
  file: null,
  expects: null,
  stops: true,
  ...some,
});
