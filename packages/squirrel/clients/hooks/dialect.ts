import type { HookClient, HookPoint } from '@sqrl/base/model/hook-events.ts';
import type { Moment } from '@sqrl/base/model/moment.ts';
import { toRemember } from '@sqrl/base/text/to-remember.ts';
import { HOOK_EVENTS } from '../hook-events.ts';
import { type ForeignRecord, firstText, textOrEmpty, textOrNull } from '../reading/record.ts';
import { afterStep, beforeMoment, type HookStep, promptMoment, type StepEnd } from './steps.ts';

export type HookAction =
  | { do: 'tell'; moment: Moment }
  /** The person has typed `/remember` with these words, as the client tells. */
  | { do: 'remember'; text: string }
  /** What is said at the start of a session, unless it was: some clients do not tell of it, and a daemon may come late. */
  | { do: 'brief' }
  /** A subagent starts, which knows nothing of what its session was told. */
  | { do: 'brief subagent'; agent: string }
  /** The agent is about to lose its context: what was done is read and learned from. */
  | { do: 'save'; log: string | null }
  | { do: 'sum up' }
  | { do: 'end'; log: string | null };

export interface HookInput {
  session: string;
  /** Where the session is; null where the client does not say. */
  cwd: string | null;
  actions: HookAction[];
}

export interface HookOutput {
  agent: string;
  person: string;
  /** Why the call that is about to be made is not to be made; without it, it may be. */
  stop?: string | undefined;
}

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

/** What is a client's own in its hooks; all else is done by the point that an event is. */
export interface ClientHooks extends Omit<Dialect, 'hear'> {
  client: HookClient;
  /** Which session it is about, where that is not told by the usual keys. */
  place?(input: ForeignRecord): Pick<HookInput, 'session' | 'cwd'>;
  /** It takes up a session without what hooks said in it: that has to be said again. */
  forgets?: true;
  prompt(input: ForeignRecord): HookAction[];
  step(input: ForeignRecord): HookStep;
  /** How a step ended; with the step, where that says more of it. */
  ended(input: ForeignRecord, event: string): StepEnd & { step?: HookStep };
  /** What is to be done at points where it differs from other clients. */
  own?: Partial<Record<HookPoint, readonly HookAction[]>>;
}

export function dialectOf({ client: name, place = usualPlace, own = {}, ...client }: ClientHooks): Dialect {
  const points = new Map(HOOK_EVENTS[name].map(({ event, point }) => [event, point]));
  return {
    ...client,
    hear(event, input) {
      const point = points.get(event);
      if (point === undefined) return undefined;
      const actions = own[point] ?? actionsAt(point, event, input);
      const { session, cwd } = place(input);
      return session === '' || actions.length === 0 ? undefined : { session, cwd, actions: [...actions] };
    },
  };

  function actionsAt(point: HookPoint, event: string, input: ForeignRecord): HookAction[] {
    switch (point) {
      case 'start':
        return [{ do: 'tell', moment: { point: 'session start', because: startReason(input.source) } }];
      case 'prompt':
        return client.prompt(input);
      case 'before step':
        return [{ do: 'tell', moment: beforeMoment(client.step(input)) }];
      case 'after step': {
        const { step = client.step(input), ...end } = client.ended(input, event);
        return [{ do: 'tell', moment: afterStep(step, end) }];
      }
      case 'subagent':
        return [{ do: 'brief subagent', agent: firstText(input, 'agent_id', 'agentId', 'agentName') ?? '' }];
      case 'compaction':
        return [{ do: 'save', log: null }];
      case 'turn end':
        return [{ do: 'sum up' }];
      case 'end':
        return [{ do: 'end', log: firstText(input, 'transcript_path', 'transcriptPath') }];
    }
  }

  /** Why a session starts, in our words; a fork goes on with what its origin was told, as one that is taken up again does. */
  function startReason(source: unknown): SessionStartReason {
    const because = STARTS.get(textOrEmpty(source)) ?? 'startup';
    return client.forgets && (because === 'resume' || because === 'fork') ? 'clear' : because;
  }
}

type SessionStartReason = Extract<Moment, { point: 'session start' }>['because'];

const STARTS = new Map<string, SessionStartReason>([
  ['resume', 'resume'],
  ['fork', 'fork'],
  ['clear', 'clear'],
  ['compact', 'compaction'],
]);

const usualPlace = (input: ForeignRecord) => ({
  session: firstText(input, 'session_id', 'sessionId') ?? '',
  cwd: textOrNull(input.cwd),
});

/**
 * What a prompt asks for, of a client whose hook gets a command as the person typed it. Where the hook gets a command's text
 * instead, as in Gemini CLI and opencode, a prompt that begins like one may come from a repository's own commands.
 */
export function promptActions(prompt: string): HookAction[] {
  const text = toRemember(prompt);
  return text === undefined ? promptOf(prompt) : [{ do: 'brief' }, { do: 'remember', text }];
}

/** What is told at a prompt, with the brief before it; nothing where it was not a person. */
export const promptOf = (text: string): HookAction[] =>
  text.trim() === '' ? [] : [{ do: 'brief' }, { do: 'tell', moment: promptMoment(text) }];

export const asJson = (answer: Record<string, unknown>): string => {
  const said = Object.entries(answer).filter(([, value]) => value !== undefined && value !== '');
  return said.length === 0 ? '' : JSON.stringify(Object.fromEntries(said));
};

/** What Claude Code made usual: context for the agent under the event's name, and words for the person. */
export const nestedAnswer = (event: string, { agent, person, stop }: HookOutput): string =>
  asJson({
    hookSpecificOutput: stop
      ? { hookEventName: event, ...denial(stop) }
      : agent === ''
        ? undefined
        : { hookEventName: event, additionalContext: agent },
    systemMessage: person,
  });

/** The same for Claude Code and Codex: words at the end of a turn force another one, and at that of a session are invalid. */
export const claudeAnswer = (event: string, told: HookOutput): string =>
  event === 'SessionEnd' ? '' : nestedAnswer(event, event === 'Stop' ? { ...told, agent: '' } : told);

export const denial = (reason: string) => ({
  permissionDecision: 'deny',
  permissionDecisionReason: reason,
});
