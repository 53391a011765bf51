import { settleSession } from '../episodes/settle.ts';
import { taintOf } from '../ingest/taint.ts';
import { observeSession, resumable } from '../observe/observe-session.ts';
import { hasForeignText, isForeign, setTainted, stepsOf } from '../store/events.ts';
import { markSettled, rulesOf } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';

/** To be raised when what is derived from events is derived in another way: all of it is then made anew. */
export const RULES = 3;

/** Derives what follows from a session's events, in one transaction. Runs again after a crash, and changes nothing then. */
export function settle(store: Store, session: number, { since }: { since?: number } = {}): void {
  store.transaction(() => {
    taint(store, session);
    const isCurrent = rulesOf(store, session) === RULES;
    const from = isCurrent ? resumable(store, session, { rules: RULES }) : undefined;
    const anew = isCurrent ? since : Number.MIN_SAFE_INTEGER;
    settleSession(store, session, anew === undefined ? {} : { from: anew });
    observeSession(store, session, { rules: RULES, from });
    markSettled(store, session, RULES);
  });
}

/** Every event is judged again, since a subagent's log may be read long after its parent's. */
function taint(store: Store, session: number): void {
  const isAllForeign = isForeign(store, session);
  if (!isAllForeign && !hasForeignText(store, session)) return;
  const steps = stepsOf(store, session);
  taintOf(steps).forEach((isAfterForeign, i) => {
    const tainted = isAllForeign || isAfterForeign;
    if (tainted !== (steps[i]!.tainted === 1)) setTainted(store, steps[i]!.row, tainted);
  });
}
