import type { EventKind, Tokens } from '@sqrl/base/model/event.ts';
import type { Log, RawEvent } from '@sqrl/base/model/reader.ts';
import {
  countOrNull,
  type ForeignRecord,
  listOrEmpty,
  record,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';
import { keepLatest, restored } from '../reading/state.ts';
import { completeStep } from '../reading/step.ts';
import { readGeminiCall, readGeminiEnd } from './calls.ts';
import { geminiTextOf, readTyped } from './words.ts';

const FRESH = {
  session: '',
  agent: null as string | null,
  cwd: null as string | null,
  at: 0,
  met: false,
  /** The steps already told of the latest messages, by message: a message is written anew whenever it grew. */
  told: [] as [message: string, parts: string[]][],
  /** The latest summaries. */
  summaries: [] as string[],
};

/** What must be known of a chat to read its next line: plain JSON, and small. */
export type Chat = typeof FRESH & {
  /** The session in whose folder a subagent's chat lies. */
  parent: string | null;
};

// A message grows only while it is among the last; what comes back later has the same keys as before.
const MAX_TOLD = 24;

/** Begins a chat before its first line is read, or goes on where an earlier reading ended. */
export function openChat(log: Log, state: unknown): Chat {
  const [, folder, name] = /([^/\\]+)[/\\]([^/\\]+?)\.jsonl?$/.exec(log.path) ?? [];
  const chat = restored({ ...FRESH, session: name ?? log.path }, state);
  return { ...chat, cwd: log.cwd ?? chat.cwd, parent: folder && folder !== 'chats' ? folder : null };
}

/** Reads what is new in a message; undefined where its kind is not known. */
export function readGeminiMessage(message: ForeignRecord, chat: Chat): RawEvent[] | undefined {
  const id = textOrEmpty(message.id);
  const at = timeOrNull(message.timestamp) ?? chat.at;
  chat.at = at;
  switch (message.type) {
    case 'user': {
      const typed = chat.agent === null ? readTyped(message) : undefined;
      return typed && once(chat, id, 'prompt') ? [geminiStep(chat, `${id}:prompt`, at, 'prompt', typed)] : [];
    }
    case 'gemini':
    case 'model':
      return readAnswer(message, id, at, chat);
    case 'error':
      return notice(message, id, at, chat, 'failed');
    case 'info':
    case 'warning':
      return /^Request cancelled|\bcancelled\.$/i.test(geminiTextOf(message.content))
        ? notice(message, id, at, chat, 'interrupted')
        : [];
    default:
      return undefined;
  }
}

export const geminiStep = (
  chat: Chat,
  key: string,
  at: number,
  kind: EventKind,
  more: Partial<RawEvent> & { text: string },
): RawEvent =>
  completeStep({ key, session: chat.session, agent: chat.agent, at, kind, cwd: chat.cwd, ...more });

function readAnswer(message: ForeignRecord, id: string, at: number, chat: Chat): RawEvent[] {
  const model = textOrNull(message.model);
  const events: RawEvent[] = [];
  const tell = (part: string, when: number, kind: EventKind, more: Partial<RawEvent> & { text: string }) => {
    if (once(chat, id, part)) events.push(geminiStep(chat, `${id}:${part}`, when, kind, { model, ...more }));
  };
  listOrEmpty(message.thoughts).forEach((thought, index) => {
    const { subject, description, timestamp } = record(thought);
    const words = [textOrEmpty(subject), textOrEmpty(description)].filter((part) => part !== '').join('\n');
    if (words !== '') tell(`thought:${index}`, timeOrNull(timestamp) ?? at, 'reasoning', { text: words });
  });
  const words = geminiTextOf(message.content);
  if (words.trim() !== '') tell('reply', at, 'reply', { text: words });
  // Older versions put the calls of several rounds into one message: none was made before the ones above it had ended.
  let made = at;
  for (const call of listOrEmpty(message.toolCalls).map(record)) {
    if (!isTold(chat, id, `result:${textOrEmpty(call.id)}`)) tellCall(call, made, tell);
    made = Math.max(made, timeOrNull(call.timestamp) ?? 0);
  }
  const tokens = tokensOf(record(message.tokens));
  // They came with the whole message: its first step bears them.
  if (tokens && events.length > 0 && once(chat, id, 'tokens')) events[0] = { ...events[0]!, tokens };
  return events;
}

function tellCall(
  call: ForeignRecord,
  at: number,
  tell: (part: string, at: number, kind: EventKind, more: Partial<RawEvent> & { text: string }) => void,
): void {
  const id = textOrNull(call.id);
  if (id === null) return;
  const asked = readGeminiCall(call);
  tell(`call:${id}`, at, 'call', {
    ...asked,
    call: id,
    text: call.args === undefined ? '' : JSON.stringify(call.args),
  });
  const end = readGeminiEnd(call);
  if (!end) return;
  const { outcome, exitCode } = end;
  const result = { ...asked, files: end.files ?? asked.files, call: id, outcome, exitCode, text: end.text };
  // The client's clock is now and then a moment behind itself; what came of a call did not come before it.
  tell(`result:${id}`, Math.max(at, timeOrNull(call.timestamp) ?? at), 'result', result);
}

function notice(
  message: ForeignRecord,
  id: string,
  at: number,
  chat: Chat,
  outcome: 'failed' | 'interrupted',
): RawEvent[] {
  const words = geminiTextOf(message.content);
  if (words === '' || !once(chat, id, 'notice')) return [];
  return [geminiStep(chat, `${id}:notice`, at, 'notice', { text: words, outcome })];
}

const isTold = (chat: Chat, message: string, part: string): boolean =>
  chat.told.some(([id, parts]) => id === message && parts.includes(part));

/** Tells whether a part of a message is told for the first time, and notes it. */
function once(chat: Chat, message: string, part: string): boolean {
  const known = chat.told.find(([id]) => id === message);
  if (known?.[1].includes(part)) return false;
  if (known) known[1].push(part);
  else keepLatest(chat.told, [message, [part]], MAX_TOLD);
  return true;
}

function tokensOf(told: ForeignRecord): Tokens | null {
  const input = countOrNull(told.input) ?? 0;
  const output = (countOrNull(told.output) ?? 0) + (countOrNull(told.thoughts) ?? 0);
  return input + output === 0 ? null : { input, output, cached: countOrNull(told.cached) ?? 0 };
}
