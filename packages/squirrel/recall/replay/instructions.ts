import type { Store } from '@sqrl/base/sqlite/query.ts';
import { contentWords } from '@sqrl/base/text/content-words.ts';
import type { PastSession } from '../../learn/replay/past-session.ts';
import { type SaidStatement, saidStatements } from '../../store/drafts/sightings.ts';
import { lineOf, minutesOf, type ReplayFindings, type ReplayTurn, tokensOf } from './claim.ts';

const TYPED_PER_MINUTE = 200;

/** Instructions that a memory had from an earlier session, and that the person had to give again. */
export async function replayInstructions(
  store: Store,
  sessions: readonly (PastSession & { row: number })[],
  asked: ReadonlySet<string>,
  turn: ReplayTurn,
): Promise<ReplayFindings> {
  const found: ReplayFindings = { claims: [], told: [], spoken: 0, right: 0 };
  const byMemory = Map.groupBy(saidStatements(store), ({ memory }) => memory);
  for (const statements of byMemory.values()) {
    await turn();
    const [first] = statements;
    const learnedIn = sessions.find(({ row }) => row === statements.findLast(isLearning)?.session);
    if (!first || !learnedIn || A_STEP.test(first.quote)) continue;
    const later = sessions.filter(({ id, startedAt }) => startedAt > learnedIn.endedAt && asked.has(id));
    // A rule is told where a session begins; it is needed where the person says it again.
    found.spoken += later.length;
    if (later[0])
      found.told.push({
        ...{ kind: 'instruction', text: lineOf(first.quote), from: dayOf(first.at), sessions: later.length },
        ...{ session: later[0].id, at: later[0].startedAt },
      });
    for (const session of later) {
      const again = statements.find(
        (each) => each.session === session.row && saysSame(first.quote, each.quote),
      );
      const claim = again && claimOf(first, again, session, promptsIn(sessions, statements, session));
      if (!claim) continue;
      found.right++;
      found.claims.push(claim);
    }
  }
  return found;
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** "Ok, back to main" sends an agent on; it is not a rule. */
const A_STEP = /^(?:ok(?:ay)?|let'?s|now)\b/i;

/** Half of the words of the shorter one must stand in both: a memory gathers what is near as well. */
function saysSame(first: string, again: string): boolean {
  const [a, b] = [contentWords(first), contentWords(again)];
  return 2 * a.intersection(b).size >= Math.min(a.size, b.size);
}

/** Of the statements a memory was learned from. */
const isLearning = ({ at, learnedAt }: SaidStatement): boolean => at <= learnedAt;

/** The whole prompts in which the same was said in other sessions. */
const promptsIn = (
  sessions: readonly (PastSession & { row: number })[],
  statements: readonly SaidStatement[],
  but: PastSession,
): Set<string> =>
  new Set(
    statements.flatMap(({ session, events }) => {
      const steps = sessions.find(({ row }) => row === session)?.steps ?? [];
      return sessions.find(({ row }) => row === session) === but
        ? []
        : steps.flatMap(({ id, text }) => (events.includes(id) ? text.trim() : []));
    }),
  );

/** A prompt as long as this that stands word for word in another session is a template, and was not typed again. */
const MAX_TYPED_AGAIN = 60;

function claimOf(
  first: SaidStatement,
  again: SaidStatement,
  session: PastSession,
  others: ReadonlySet<string>,
) {
  const place = session.steps.findIndex(({ id }) => again.events.includes(id));
  const step = session.steps[place];
  if (!step || (step.text.length > MAX_TYPED_AGAIN && others.has(step.text.trim()))) return undefined;
  const before = session.steps.slice(0, place);
  const turn = before.findLastIndex(({ kind, agent }) => kind === 'prompt' && agent === null);
  // Only what a correction follows was done in vain.
  const isRedone = again.isCorrection && turn >= 0;
  const done = isRedone ? session.steps.slice(turn + 1, place) : [];
  const typed = again.quote.length / TYPED_PER_MINUTE;
  const low = Math.round(again.quote.length / 4);
  return {
    kind: 'instruction' as const,
    session: session.id,
    at: step.at,
    event: step.id,
    told: lineOf(first.quote),
    truth: lineOf(again.quote),
    from: dayOf(first.at),
    tokens: { low, high: low + done.reduce((sum, each) => sum + tokensOf(each), 0) },
    minutes: {
      low: Math.round(typed * 10) / 10,
      high: Math.round((typed + (isRedone ? minutesOf(session.steps, turn + 1, place) : 0)) * 10) / 10,
    },
  };
}
