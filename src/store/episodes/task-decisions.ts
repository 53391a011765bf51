import type { Store } from '../store.ts';

/** What was decided of prompts that the rules leave in doubt, by the prompt's id: whether it begins a new task. */
export const taskDecisions = (store: Store): Map<string, boolean> =>
  new Map(
    store
      .sql('select lower(hex(event)) as event, starts from task_decision')
      .all()
      .map(({ event, starts }) => [event as string, starts === 1]),
  );

/** Decides whether a prompt begins a new task; its session is cut anew where that is so. */
export function putTaskDecision(
  store: Store,
  { session, event, starts }: { session: number; event: string; starts: boolean },
): void {
  store
    .sql('insert or replace into task_decision (event, starts) values (?, ?)')
    .run(Buffer.from(event, 'hex'), starts ? 1 : 0);
  if (starts) store.sql('update session set unsettled = 1, rules = 0 where row = ?').run(session);
}
