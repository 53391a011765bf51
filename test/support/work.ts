import { settleStoredSession } from '@sqrl/squirrel/learn/verbs/settle.ts';
import { addEvents, type NewEvent } from '@sqrl/squirrel/store/events/events.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { madeEvent, touched } from './made-event.ts';

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
      settleStoredSession(store, row);
  });
}

function eventOf(
  step: Step,
  { session, branch, n, at }: { session: string; branch: string | null; n: number; at: number },
): NewEvent {
  const made = (given: Partial<NewEvent>) => madeEvent({ session, at, place: n }, { branch, ...given });
  if ('prompt' in step) return made({ kind: 'prompt', text: step.prompt });
  if ('reply' in step) return made({ kind: 'reply', text: step.reply });
  if ('run' in step) {
    const { run: command, says = '', fails = false } = step;
    const outcome = fails ? 'failed' : 'ok';
    return made({ tool: 'run', command, text: says, outcome, exitCode: Number(fails) });
  }
  const [path, way] = 'edit' in step ? ([step.edit, 'edit'] as const) : ([step.read, 'read'] as const);
  return made({ tool: way, files: [touched(path, way)], outcome: 'ok' });
}
