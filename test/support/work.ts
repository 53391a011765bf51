import { createHash } from 'node:crypto';
import type { Engine } from '../../src/engine/engine.ts';
import { settle } from '../../src/engine/settle.ts';
import { addEvents, type NewEvent } from '../../src/store/events.ts';

/** One step of a made-up session. */
export type Step =
  | { prompt: string }
  | { reply: string; tainted?: boolean }
  | { edit: string }
  | { read: string }
  | { run: string; says?: string; fails?: boolean };

/** Lets an agent have worked in a project: its steps arrive as if a log had told them, a second apart. */
export function worked(
  engine: Engine,
  steps: readonly Step[],
  { session = 'session-1', at, branch = null }: { session?: string; at: number; branch?: string | null },
): void {
  const { store } = engine.own;
  const events = steps.map((step, n) => eventOf(step, { session, branch, n, at: at + n * 1000 }));
  store.transaction(() => {
    const sessions = new Map([[session, { id: session, beganAt: at }]]);
    for (const row of addEvents(store, { client: 'codex', log: `/log/${session}`, sessions, events })
      .sessions)
      settle(store, row);
  });
}

function eventOf(
  step: Step,
  { session, branch, n, at }: { session: string; branch: string | null; n: number; at: number },
): NewEvent {
  const path = 'edit' in step ? step.edit : 'read' in step ? step.read : undefined;
  const text =
    'prompt' in step ? step.prompt : 'reply' in step ? step.reply : 'run' in step ? (step.says ?? '') : '';
  return {
    id: createHash('md5').update(`${session} ${at} ${n}`).digest(),
    session,
    agent: null,
    at,
    part: 0,
    offset: n,
    bytes: 1,
    kind: 'prompt' in step ? 'prompt' : 'reply' in step ? 'reply' : 'result',
    tool: 'edit' in step ? 'edit' : 'read' in step ? 'read' : 'run' in step ? 'run' : null,
    toolName: null,
    call: null,
    command: 'run' in step ? step.run : null,
    files:
      path === undefined
        ? []
        : [{ path, way: 'edit' in step ? 'edit' : 'read', outside: false, lines: null }],
    outcome: 'prompt' in step || 'reply' in step ? null : 'run' in step && step.fails ? 'failed' : 'ok',
    exitCode: 'run' in step ? Number(step.fails ?? false) : null,
    text,
    length: text.length,
    hash: null,
    tokens: null,
    durationMs: null,
    model: null,
    branch,
  };
}
