import type { SessionKind } from '@sqrl/base/model/sighting.ts';
import { fragment, raw, type Store } from '@sqrl/base/sqlite/query.ts';
import { setMark } from '../marks.ts';

/** The tool that shows a plan to the person, in Claude Code. */
export const PLAN_SHOWN = 'ExitPlanMode';

/**
 * Claude Code rejects the call and begins a session with the plan where the person accepts it with an empty context. The
 * prompt may be some milliseconds older than the answer.
 */
const PLAN_PROMPT = 'Implement the following plan:*';
const NEXT_MS = 60_000;

/**
 * What the work of a kind comes to: the person accepted the plan, or the review was given. By the columns of `event`, whose
 * session is `session`.
 */
const GATES: Partial<Record<SessionKind, string>> = {
  spec: `event.kind = 'result' and event.tool_name = '${PLAN_SHOWN}' and event.agent is null
    and (event.outcome = 'ok' or event.outcome = 'rejected' and exists (
      select 1 from session next join event prompt on prompt.session = next.row
       where next.row <> event.session and next.client = 'claude-code'
         and prompt.at between event.at - ${NEXT_MS} and event.at + ${NEXT_MS}
         and next.began_at between event.at - ${NEXT_MS} and event.at + ${NEXT_MS}
         and prompt.kind = 'prompt' and prompt.agent is null and prompt.text glob '${PLAN_PROMPT}'))`,
  review: `event.kind = 'result' and event.tool = 'run' and event.outcome = 'ok'
    and (${['gh pr review', 'gh pr merge', 'glab mr approve', 'glab mr merge']
      .map((command) => `event.command glob '${command}*' or event.command glob '*[;&] ${command}*'`)
      .join(' or ')})`,
};

/** Whether the session of a sighting came to what its kind is for. */
export const IS_REACHED = raw(
  `case sighting.session_kind ${Object.entries(GATES)
    .map(
      ([kind, where]) =>
        `when '${kind}' then exists (select 1 from event where event.session = sighting.session and ${where})`,
    )
    .join(' ')} else 0 end`,
);

/**
 * Notes what sessions that may have come to their end now have shown, so that it is judged again: this one, and those that a
 * session which begins with their plan follows.
 */
export function noteReached(store: Store, session: number): void {
  const { beganAt, isNext } = store.row<{ beganAt: number; isNext: number }>`select began_at, exists (
      select 1 from event where event.session = session.row and kind = 'prompt' and text glob ${PLAN_PROMPT}) as is_next
    from session where row = ${session}`!;
  const before = fragment`select row from session where ${isNext} and exists (
    select 1 from event where event.session = session.row
      and at between ${beganAt - NEXT_MS} and ${beganAt + NEXT_MS} and tool_name = ${PLAN_SHOWN})`;
  const matters = store.column<string>`select distinct matter from sighting
    where session in (select ${session} union ${before}) and session_kind in ('spec', 'review')
      and ${IS_REACHED}`;
  for (const matter of matters) setMark(store, 'unlearnt', matter);
}
