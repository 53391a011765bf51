import type { EventKind } from '../../model/event.ts';
import type { RawEvent, SessionFacts, Taken } from '../../model/reader.ts';
import type { Call, Pending } from '../reading/pending.ts';
import { step } from '../reading/step.ts';
import type { Done } from './items.ts';
import { keyOf, markAnswered, type Thread } from './thread.ts';

/** A rollout while it is read. */
export interface Rollout {
  thread: Thread;
  pending: Pending;
}

/** What a line turned out to be; `read` unless it says otherwise, and named by its own type. */
export interface Seen {
  events?: RawEvent[];
  type?: string;
  fate?: Taken['fate'];
  session?: SessionFacts;
}

/** Makes a step of the thread, at the moment of the line that is being read. */
export function stepOf(
  { thread }: Rollout,
  kind: EventKind,
  text: string,
  more: Partial<RawEvent> = {},
): RawEvent {
  const { session, agent, at, model, cwd, branch } = thread;
  const tokens = PAYS.has(kind) ? thread.due : null;
  if (tokens) thread.due = null;
  return step({
    key: keyOf(thread, kind, more.call ?? null),
    ...{ session, agent, at, kind, text, model, cwd, branch, tokens },
    ...more,
  });
}

// Tokens are told after the steps that they were spent on: they go to the agent's next one.
const PAYS: ReadonlySet<EventKind> = new Set<EventKind>([
  'reply',
  'reasoning',
  'call',
  'result',
  'compaction',
]);

/** Makes the step that answers a call, and the call's own where the log never told of it. */
export function answer(rollout: Rollout, id: string, done: Done): RawEvent[] {
  const { pending, thread } = rollout;
  const asked = pending.get(id);
  pending.drop(id);
  markAnswered(thread, id);
  const call = asked ?? { ...done.call, at: thread.at };
  const events = asked ? [] : [stepOf(rollout, 'call', done.input, { ...told(call), call: id })];
  const { outcome, exitCode, durationMs } = done;
  // What the call named is what was tried; what its end names is what was done, with lines.
  const files = done.call.files.length > 0 && outcome === 'ok' ? done.call.files : call.files;
  const result = { ...told(call), files, call: id, outcome, exitCode, durationMs };
  return [...events, stepOf(rollout, 'result', done.text, result)];
}

/** What steps repeat of their call. */
export const told = ({ tool, toolName, command, files }: Omit<Call, 'at'>) => ({
  tool,
  toolName,
  command,
  files,
});
