import type { EventKind } from '@sqrl/base/model/event.ts';
import type { RawEvent } from '@sqrl/base/model/reader.ts';
import type { PendingCall, PendingCalls } from '../reading/pending.ts';
import { completeStep } from '../reading/step.ts';
import type { CallEnd } from './items.ts';
import { type CodexThread, codexEventKey, markAnswered } from './thread.ts';

export interface Rollout {
  thread: CodexThread;
  pending: PendingCalls;
}

export function codexStep(
  { thread }: Rollout,
  kind: EventKind,
  text: string,
  more: Partial<RawEvent> = {},
): RawEvent {
  const { session, agent, at, model, cwd, branch } = thread;
  const tokens = PAYS.has(kind) ? thread.due : null;
  if (tokens) thread.due = null;
  return completeStep({
    key: codexEventKey(thread, kind, more.call ?? null),
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
export function codexAnswer(rollout: Rollout, id: string, done: CallEnd): RawEvent[] {
  const { pending, thread } = rollout;
  const asked = pending.get(id);
  pending.drop(id);
  markAnswered(thread, id);
  const call = asked ?? { ...done.call, at: thread.at };
  const events = asked ? [] : [codexStep(rollout, 'call', done.input, { ...callFields(call), call: id })];
  const { outcome, exitCode, durationMs } = done;
  // What the call named is what was tried; what its end names is what was done, with lines.
  const files = done.call.files.length > 0 && outcome === 'ok' ? done.call.files : call.files;
  const result = { ...callFields(call), files, call: id, outcome, exitCode, durationMs };
  return [...events, codexStep(rollout, 'result', done.text, result)];
}

export const callFields = ({ tool, toolName, command, files }: Omit<PendingCall, 'at'>) => ({
  tool,
  toolName,
  command,
  files,
});
