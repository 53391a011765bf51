import type { RawEvent } from '@sqrl/base/model/reader.ts';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { listOrEmpty } from './record.ts';
import { restored } from './state.ts';

/** What a result repeats of its call, and when the call was made. */
export type PendingCall = Pick<RawEvent, 'tool' | 'toolName' | 'command' | 'files' | 'at'>;

// A client that lost its answers must not make the state grow: the oldest calls are given up.
const MAX_CALLS = 100;
const MAX_FILES = 64;
const MAX_COMMAND_CHARS = 2000;

/** Cuts a command to what is worth comparing; the same for a call and its result, whenever reading was broken off. */
export const commandText = (command: string): string =>
  command.length <= MAX_COMMAND_CHARS ? command : redactedStart(command, MAX_COMMAND_CHARS);

export type PendingCalls = ReturnType<typeof openPending>;

/** What is known of a call that no log told of. */
export const NO_CALL: PendingCall = { tool: 'other', toolName: null, command: null, files: [], at: 0 };

export function openPending(state?: unknown) {
  const calls = new Map<string, PendingCall>();
  for (const entry of listOrEmpty(state)) {
    const [id, call] = listOrEmpty(entry);
    if (typeof id === 'string') calls.set(id, restored(NO_CALL, call));
  }
  return {
    put(id: string, call: PendingCall): void {
      calls.delete(id);
      calls.set(id, {
        tool: call.tool,
        toolName: call.toolName,
        command: call.command === null ? null : commandText(call.command),
        files: call.files.length > MAX_FILES ? call.files.slice(0, MAX_FILES) : call.files,
        at: call.at,
      });
      if (calls.size > MAX_CALLS) calls.delete(calls.keys().next().value!);
    },
    /** Leaves the call in place: some clients answer a call more than once. */
    get: (id: string): PendingCall | undefined => calls.get(id),
    drop: (id: string): void => void calls.delete(id),
    state: (): unknown => [...calls],
  };
}

/** A client that crashes in the middle of every message must not make the state grow. */
const MAX_WAITING = 200;

/** Notes a message that was not finished when it was read; beyond the limit the oldest one is given up. */
export function addWaiting(waiting: Set<string>, key: string): void {
  waiting.add(key);
  if (waiting.size > MAX_WAITING) waiting.delete(waiting.values().next().value!);
}
