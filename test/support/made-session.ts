import { createHash } from 'node:crypto';
import type { Engine } from '../../src/engine/engine.ts';
import { settleSession } from '../../src/episodes/settle.ts';
import { addEvents, type NewEvent } from '../../src/store/events.ts';

/** A step of a made session: something said, run, read or changed. */
export interface MadeStep {
  says?: string;
  run?: string;
  read?: string;
  edit?: string;
  /** What the tool said when it failed. */
  failed?: string;
  compacts?: true;
}

/** Puts a session into a project's store, as if its log had been read: a step a minute. */
export function madeSession(
  { own: { store } }: Pick<Engine, 'own'>,
  { id, at }: { id: string; at: number },
  steps: readonly MadeStep[],
): void {
  const events = steps.map(
    ({ says, run, read, edit, failed, compacts }, minute): NewEvent => ({
      id: createHash('md5').update(`${id} ${minute}`).digest(),
      session: id,
      agent: null,
      at: at + minute * 60_000,
      kind: compacts ? 'compaction' : says === undefined ? 'result' : 'prompt',
      tool: run !== undefined ? 'run' : read !== undefined ? 'read' : edit !== undefined ? 'edit' : null,
      toolName: null,
      call: null,
      command: run ?? null,
      files: [
        ...(read === undefined ? [] : [{ path: read, outside: false, way: 'read' as const, lines: null }]),
        ...(edit === undefined ? [] : [{ path: edit, outside: false, way: 'edit' as const, lines: null }]),
      ],
      outcome: says !== undefined || compacts ? null : failed === undefined ? 'ok' : 'failed',
      exitCode: failed === undefined ? null : 1,
      text: says ?? failed ?? '',
      length: 0,
      hash: null,
      tokens: null,
      durationMs: null,
      model: null,
      branch: null,
      offset: minute,
      bytes: 1,
      part: 0,
    }),
  );
  store.transaction(() => {
    const { sessions } = addEvents(store, {
      client: 'claude-code',
      log: `/logs/${id}`,
      sessions: new Map([[id, { id, beganAt: at }]]),
      events,
    });
    for (const session of sessions) settleSession(store, session);
  });
}
