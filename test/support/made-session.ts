import { settleSession } from '@sqrl/squirrel/ingest/episodes/settle.ts';
import { addEvents } from '@sqrl/squirrel/store/events/events.ts';
import type { Engine } from '@sqrl/squirrel/workspace/workspace.ts';
import { madeEvent, touched } from './made-event.ts';

/** A step of a made session: something said, run, read or changed. */
export interface MadeStep {
  says?: string;
  run?: string;
  read?: string;
  edit?: string;
  /** What the tool said when it failed, or when it went well. */
  failed?: string;
  printed?: string;
  compacts?: true;
}

/** Puts a session into a project's store, as if its log had been read: a step a minute. */
export function madeSession(
  { own: { store } }: Pick<Engine, 'own'>,
  { id, at }: { id: string; at: number },
  steps: readonly MadeStep[],
): void {
  const events = steps.map(({ says, run, read, edit, failed, printed, compacts }, minute) =>
    madeEvent(
      { session: id, at: at + minute * 60_000, place: minute },
      {
        kind: compacts ? 'compaction' : says === undefined ? 'result' : 'prompt',
        tool: run !== undefined ? 'run' : read !== undefined ? 'read' : edit !== undefined ? 'edit' : null,
        command: run ?? null,
        files: [
          ...(read === undefined ? [] : [touched(read, 'read')]),
          ...(edit === undefined ? [] : [touched(edit, 'edit')]),
        ],
        outcome: says !== undefined || compacts ? null : failed === undefined ? 'ok' : 'failed',
        exitCode: failed === undefined ? null : 1,
        text: says ?? failed ?? printed ?? '',
      },
    ),
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
