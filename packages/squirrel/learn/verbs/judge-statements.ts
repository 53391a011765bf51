import type { Notice } from '@sqrl/base/messages.ts';
import type { SessionKind } from '@sqrl/base/model/sighting.ts';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import { isRememberCommand } from '@sqrl/base/text/to-remember.ts';
import { EmbedderDown } from '@sqrl/embedder/embedder.ts';
import type { Judge } from '@sqrl/embedder/judge.ts';
import { putReadings, readingsOf, sessionsToJudge } from '../../store/drafts/model-questions.ts';
import { replaceSightings } from '../../store/drafts/sightings.ts';
import { kindsOfSessions } from '../../store/events/file-sessions.ts';
import { keptText, observedAfter } from '../../store/events/steps.ts';
import type { Engine } from '../../workspace/workspace.ts';
import { explicitOf, personsTurns, sentencesToRead, statementsOf } from '../statements/session.ts';
import type { PersonsTurn } from '../statements/turn.ts';

/**
 * Has the statement model read what people said in sessions, and keeps what may hold beyond the task as sightings. Where it
 * does not respond, what was said to be meant for good is kept at once, and the rest when it does.
 */
export async function judgeStatements(
  { judge }: Pick<Engine, 'judge'>,
  { store, ...options }: { store: Store } & JudgeOptions,
): Promise<{ notices: Notice[] }> {
  if (store.readOnly) return { notices: [] };
  try {
    if (judge) await judgeSessions(store, judge, options);
    else keepExplicit(store, NO_JUDGE);
    return { notices: [] };
  } catch (error) {
    if (!judge || !(error instanceof EmbedderDown)) throw error;
    keepExplicit(store, readerOf(judge));
    const message = `The models that judge what was said do not respond: ${error.message}`;
    const hint = 'What was said waits until they do; `sqrl ingest learn` tries again.';
    return { notices: [{ message, hint }] };
  }
}

interface JudgeOptions {
  signal?: AbortSignal | undefined;
  onStep?: (done: number, all: number) => void;
}

async function judgeSessions(store: Store, judge: Judge, { signal, onStep }: JudgeOptions): Promise<void> {
  const [model, kinds] = [readerOf(judge), kindsOfSessions(store)];
  const sessions = sessionsToJudge(store, model);
  for (const [done, session] of sessions.entries()) {
    if (signal?.aborted) break;
    onStep?.(done, sessions.length);
    const turns = turnsOf(store, session);
    const unread = turns.filter(({ step }) => readingsOf(store, step.row, model) === undefined);
    const asked = unread.map(sentencesToRead);
    const readings = await judge.readSentences(asked.flat());
    store.transaction(() => {
      for (const [i, { step }] of unread.entries())
        putReadings(store, { event: step.row, model }, readings.splice(0, asked[i]!.length).flat());
      keepStatements(store, turns, { session, kinds, model });
    });
  }
}

/** Keeps what needs no model, of the sessions that one has not read. */
function keepExplicit(store: Store, model: string): void {
  const kinds = kindsOfSessions(store);
  for (const session of sessionsToJudge(store, model))
    store.transaction(() => keepStatements(store, turnsOf(store, session), { session, kinds, model }));
}

/** Of turns that the model has not read what was said to be meant for good alone. */
function keepStatements(
  store: Store,
  turns: readonly PersonsTurn[],
  of: { session: number; kinds: ReadonlyMap<number, SessionKind>; model: string },
): void {
  const { session, kinds, model } = of;
  const said = turns.flatMap((turn) => {
    const readings = readingsOf(store, turn.step.row, model);
    return readings ? statementsOf(turn, readings) : explicitOf(turn);
  });
  replaceSightings(store, { signal: 'said', session, kind: kinds.get(session) ?? 'build' }, said);
}

const NO_JUDGE = 'none';

/** `/remember …` was kept by the hook, as the person typed it. */
const turnsOf = (store: Store, session: number): PersonsTurn[] =>
  personsTurns(observedAfter(store, session, undefined), ({ row }) => keptText(store, row)).map((turn) =>
    isRememberCommand(turn.text) ? { ...turn, text: '', sentences: [], answers: [] } : turn,
  );

/** Prompts are read again when the model changes, or what is read of a session. */
export const readerOf = ({ id }: Judge): string => `${id}+session@2`;
