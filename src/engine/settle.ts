import { settleSession } from '../episodes/settle.ts';
import { ownFiles } from '../ingest/own-files.ts';
import { taintOf } from '../ingest/taint.ts';
import { observeSession, resumable } from '../observe/observe-session.ts';
import { filesReadIn, isAgentsFile, isForeign, setTainted, stepsOf } from '../store/events.ts';
import { foldersOfSessions, markSettled, rulesOf, sessionAt } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';

/** To be raised when what is derived from events is derived in another way: all of it is then made anew. */
export const RULES = 4;

/** Derives what follows from a session's events, in one transaction. Runs again after a crash, and changes nothing then. */
export function settle(
  store: Store,
  session: number,
  { since, root }: { since?: number; root?: string | undefined } = {},
): void {
  store.transaction(() => {
    taint(store, session, root);
    const isCurrent = rulesOf(store, session) === RULES;
    const from = isCurrent ? resumable(store, session, { rules: RULES }) : undefined;
    const anew = isCurrent ? since : Number.MIN_SAFE_INTEGER;
    settleSession(store, session, anew === undefined ? {} : { from: anew });
    observeSession(store, session, { rules: RULES, from });
    markSettled(store, session, RULES);
  });
}

/** Every event is judged again, since a subagent's log may be read long after its parent's. */
function taint(store: Store, session: number, root: string | undefined): void {
  const isAllForeign = isForeign(store, session);
  const steps = stepsOf(store, session);
  const read = filesReadIn(store, session);
  const files = ownFiles({
    root,
    folders: foldersOfSessions(store),
    cwd: sessionAt(store, session)?.cwd ?? null,
    isAgents: (path) => isAgentsFile(store, path),
  });
  const judged = steps.map((step) => ({ ...step, read: read.get(step.row) ?? [] }));
  taintOf(judged, files).forEach((isAfterForeign, i) => {
    const tainted = isAllForeign || isAfterForeign;
    if (tainted !== (steps[i]!.tainted === 1)) setTainted(store, steps[i]!.row, tainted);
  });
}
