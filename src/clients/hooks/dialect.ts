import type { Moment } from '../../model/moment.ts';
import type { ForeignRecord } from '../reading/record.ts';

/** What is to be done at a point of a session. */
export type HookAction =
  /** Something may be said to the agent. */
  | { do: 'tell'; moment: Moment }
  /** The person has typed `/remember` with these words, as the client tells. */
  | { do: 'remember'; text: string }
  /** What is said at the start of a session, unless it was: some clients do not tell of it, and a daemon may come late. */
  | { do: 'brief' }
  /** A subagent starts, which knows nothing of what its session was told. */
  | { do: 'brief subagent'; agent: string }
  /** The agent is about to lose its context: what was done is read and learned from. */
  | { do: 'save'; log: string | null }
  /** The agent has done what it was asked. */
  | { do: 'sum up' }
  | { do: 'end'; log: string | null };

/** What a client tells of a point of a session. */
export interface HookInput {
  session: string;
  /** Where the session is; null where the client does not say. */
  cwd: string | null;
  actions: HookAction[];
}

/** What is said at a point of a session, to whom. */
export interface HookOutput {
  agent: string;
  person: string;
  /** Why the call that is about to be made is not to be made; without it, it may be. */
  stop?: string | undefined;
}

/** How a client speaks: what its events mean, and in which form it takes an answer. */
export interface Dialect {
  /** Undefined where nothing is to be done. */
  hear(event: string, input: ForeignRecord): HookInput | undefined;
  /** What is printed; empty where the client can do nothing with it. */
  answer(event: string, said: HookOutput): string;
  /** Whether it has a place for words to the person; where not, another client or `sqrl review` tells them. */
  shows: boolean;
  /** What the client hands on to its model in one piece. */
  most: { characters: number; tokens: number };
}

type SessionStartReason = Extract<Moment, { point: 'session start' }>['because'];

/** Why a session starts, in our words; a fork goes on with what its origin was told, as one that is taken up again does. */
export const sessionStartReason = (source: string): SessionStartReason => STARTS.get(source) ?? 'startup';

const STARTS = new Map<string, SessionStartReason>([
  ['resume', 'resume'],
  ['fork', 'fork'],
  ['clear', 'clear'],
  ['compact', 'compaction'],
]);

/** The same for clients that take up a session without what hooks said in it: it has to be said again. */
export const forgetfulStartReason = (source: string): SessionStartReason => {
  const because = sessionStartReason(source);
  return because === 'resume' || because === 'fork' ? 'clear' : because;
};

/** Where a prompt is, the brief belongs before it. */
export const withBrief = (action: HookAction): HookAction[] =>
  action.do === 'remember' || (action.do === 'tell' && action.moment.point === 'prompt')
    ? [{ do: 'brief' }, action]
    : [action];

/** An answer as JSON; empty where there is nothing in it. */
export const asJson = (answer: Record<string, unknown>): string => {
  const said = Object.entries(answer).filter(([, value]) => value !== undefined && value !== '');
  return said.length === 0 ? '' : JSON.stringify(Object.fromEntries(said));
};

/** What Claude Code made usual: context for the agent under the event's name, and words for the person. */
export const nested = (event: string, { agent, person, stop }: HookOutput): string =>
  asJson({
    hookSpecificOutput: stop
      ? { hookEventName: event, ...denial(stop) }
      : agent === ''
        ? undefined
        : { hookEventName: event, additionalContext: agent },
    systemMessage: person,
  });

/** How a call is refused, with the reason for the agent. */
export const denial = (reason: string) => ({
  permissionDecision: 'deny',
  permissionDecisionReason: reason,
});
