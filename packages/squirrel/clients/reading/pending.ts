import type { RawEvent, RawTouch } from '@sqrl/base/model/reader.ts';
import { redactedStart } from '@sqrl/base/redact/shorten.ts';
import { isRecord, listOrEmpty, number, record, textOrEmpty } from './record.ts';

/** What a result repeats of its call, and when the call was made. */
export type PendingCall = Pick<RawEvent, 'tool' | 'toolName' | 'command' | 'files' | 'at'>;

// A client that lost its answers must not make the state grow: the oldest calls are given up.
const MAX_CALLS = 100;
const MAX_FILES = 64;
const MAX_COMMAND_CHARS = 2000;

/** Cuts a command to what is worth comparing; the same for a call and its result, whenever reading was broken off. */
export const commandText = (command: string): string =>
  command.length <= MAX_COMMAND_CHARS ? command : redactedStart(command, MAX_COMMAND_CHARS);

/** The calls that wait for their results, bounded, and ready to be kept as JSON. */
export interface PendingCalls {
  put(id: string, call: PendingCall): void;
  /** Leaves the call in place: some clients answer a call more than once. */
  get(id: string): PendingCall | undefined;
  drop(id: string): void;
  state(): unknown;
}

/** Begins with no call waiting, or with those that an earlier reading left. */
export function openPending(state?: unknown): PendingCalls {
  const calls = new Map<string, PendingCall>();
  for (const entry of listOrEmpty(state)) {
    const [id, call] = listOrEmpty(entry);
    if (typeof id === 'string' && isRecord(call)) calls.set(id, restore(call));
  }
  return {
    put(id, call) {
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
    get: (id) => calls.get(id),
    drop: (id) => void calls.delete(id),
    state: () => [...calls],
  };
}

// The state is our own writing, but it lies on a disk.
const restore = (call: Readonly<Record<string, unknown>>): PendingCall => ({
  tool: (textOrEmpty(call.tool) || null) as PendingCall['tool'],
  toolName: textOrEmpty(call.toolName) || null,
  command: typeof call.command === 'string' ? call.command : null,
  files: listOrEmpty(call.files).map((file) => record(file) as unknown as RawTouch),
  at: number(call.at) ?? 0,
});

/** A client that crashes in the middle of every message must not make the state grow. */
const MAX_WAITING = 200;

/** Notes a message that was not finished when it was read; beyond the limit the oldest one is given up. */
export function addWaiting(waiting: Set<string>, key: string): void {
  waiting.add(key);
  if (waiting.size > MAX_WAITING) waiting.delete(waiting.values().next().value!);
}
