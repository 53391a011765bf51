import type { RawEvent, RawTouch } from '../../model/reader.ts';
import { redactedStart } from '../../redact/shorten.ts';
import { isRecord, list, number, record, text } from './record.ts';

/** What a result repeats of its call, and when the call was made. */
export type Call = Pick<RawEvent, 'tool' | 'toolName' | 'command' | 'files' | 'at'>;

// A client that lost its answers must not make the state grow: the oldest calls are given up.
const MOST_CALLS = 100;
const MOST_FILES = 64;
const LONGEST_COMMAND = 2000;

/** Cuts a command to what is worth comparing; the same for a call and its result, whenever reading was broken off. */
export const commandText = (command: string): string =>
  command.length <= LONGEST_COMMAND ? command : redactedStart(command, LONGEST_COMMAND);

/** The calls that wait for their results, bounded, and ready to be kept as JSON. */
export interface Pending {
  put(id: string, call: Call): void;
  /** Leaves the call in place: some clients answer a call more than once. */
  get(id: string): Call | undefined;
  drop(id: string): void;
  state(): unknown;
}

/** Begins with no call waiting, or with those that an earlier reading left. */
export function openPending(state?: unknown): Pending {
  const calls = new Map<string, Call>();
  for (const entry of list(state)) {
    const [id, call] = list(entry);
    if (typeof id === 'string' && isRecord(call)) calls.set(id, restore(call));
  }
  return {
    put(id, call) {
      calls.delete(id);
      calls.set(id, {
        tool: call.tool,
        toolName: call.toolName,
        command: call.command === null ? null : commandText(call.command),
        files: call.files.length > MOST_FILES ? call.files.slice(0, MOST_FILES) : call.files,
        at: call.at,
      });
      if (calls.size > MOST_CALLS) calls.delete(calls.keys().next().value!);
    },
    get: (id) => calls.get(id),
    drop: (id) => void calls.delete(id),
    state: () => [...calls],
  };
}

// The state is our own writing, but it lies on a disk.
const restore = (call: Readonly<Record<string, unknown>>): Call => ({
  tool: (text(call.tool) || null) as Call['tool'],
  toolName: text(call.toolName) || null,
  command: typeof call.command === 'string' ? call.command : null,
  files: list(call.files).map((file) => record(file) as unknown as RawTouch),
  at: number(call.at) ?? 0,
});
