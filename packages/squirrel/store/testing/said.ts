import { createHash } from 'node:crypto';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { addEvents, type NewEvent } from '../events/events.ts';
import { NOON } from './fill.ts';

/** Something said in a made-up session, or another step of it. */
export type Said = Pick<NewEvent, 'kind' | 'text'> & Partial<NewEvent>;

/** Adds what was said in a session as its events, a minute each, and gives the session's row. */
export function addSaid(
  store: Store,
  messages: readonly Said[],
  { session = 's1', at = NOON }: { session?: string; at?: number } = {},
): number {
  const events = messages.map((given, i) => madeEvent(session, at + i * 60_000, given));
  const batch = {
    client: 'claude-code' as const,
    log: `/logs/${session}.jsonl`,
    sessions: new Map([[session, { id: session, beganAt: at }]]),
    events,
  };
  return store.transaction(() => addEvents(store, batch).sessions[0]!);
}

function madeEvent(session: string, at: number, given: Said): NewEvent {
  return {
    ...{ id: createHash('md5').update(`${session} ${at}`).digest('hex'), session, at, offset: at, bytes: 1 },
    ...{ agent: null, part: 0, tool: null, toolName: null, call: null, command: null, files: [] },
    ...{ outcome: null, exitCode: null, length: given.text.length, hash: null, tokens: null },
    ...{ durationMs: null, model: null, branch: null },
    ...given,
  };
}
