import { hash } from 'node:crypto';
import type { EventKind } from '@sqrl/base/model/event.ts';
import type { RawEvent, RawTouch } from '@sqrl/base/model/reader.ts';
import { personsPart } from '@sqrl/base/text/persons-part.ts';
import { answersOf } from '../reading/answers.ts';
import { NO_CALL, type PendingCalls } from '../reading/pending.ts';
import {
  countOrNull,
  type ForeignRecord,
  lineRange,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
  textOrNull,
} from '../reading/record.ts';
import { completeStep, PASSED, type RecordResult } from '../reading/step.ts';
import { readCopilotCall, readCopilotEnd } from './calls.ts';
import type { CopilotSession } from './session.ts';

export interface CopilotReading {
  session: CopilotSession;
  pending: PendingCalls;
}

/** Makes a step of the session; a part tells apart the steps of one event. */
export function copilotStep(
  line: ForeignRecord,
  { session }: CopilotReading,
  kind: EventKind,
  words: string,
  more: Partial<RawEvent> & { part?: string } = {},
): RawEvent {
  const { part, ...rest } = more;
  const { id, at, model, cwd, branch } = session;
  const own = textOrNull(line.id) ?? `${id}:${at}:${kind}`;
  const agent = textOrNull(line.agentId) ?? textOrNull(record(line.data).parentToolCallId);
  return completeStep({
    key: part ? `${own}:${part}` : own,
    session: id,
    agent,
    at,
    kind,
    text: words,
    model,
    cwd,
    branch,
    ...rest,
  });
}

export function readPrompt(line: ForeignRecord, data: ForeignRecord, talk: CopilotReading): RecordResult {
  // Skills, agents and the autopilot speak in the person's name too, and say so.
  const source = textOrNull(data.source) ?? 'user';
  const typed =
    source === 'user' && data.isAutopilotContinuation !== true && textOrNull(line.agentId) === null;
  const words = personsPart(textOrEmpty(data.content));
  if (!typed || words === '') return PASSED;
  const files = listOrEmpty(data.attachments).map(record).flatMap(attached);
  return { events: [copilotStep(line, talk, 'prompt', words, { files })] };
}

function attached(file: ForeignRecord): RawTouch[] {
  const path = textOrNull(file.path) ?? textOrNull(file.filePath);
  if (path === null) return [];
  const [from, to] = [countOrNull(record(file.lineRange).start), countOrNull(record(file.lineRange).end)];
  return [{ path, way: 'mention', lines: from && to ? lineRange(from, to - from + 1) : null }];
}

export function readAnswer(line: ForeignRecord, data: ForeignRecord, talk: CopilotReading): RecordResult {
  const { session, pending } = talk;
  const model = textOrNull(data.model) ?? session.model;
  const agent = textOrEmpty(line.agentId);
  if (agent === '') session.model = model;
  const events: RawEvent[] = [];
  const tell = (kind: EventKind, words: string, more: Partial<RawEvent> & { part: string }) =>
    events.push(copilotStep(line, talk, kind, words, { model, ...more }));
  const thought = textOrEmpty(data.reasoningText);
  if (isNewThought(thought, talk)) tell('reasoning', thought, { part: 'reasoning' });
  if (textOrEmpty(data.content).trim() !== '') tell('reply', textOrEmpty(data.content), { part: 'reply' });
  for (const request of listOrEmpty(data.toolRequests).map(record)) {
    const call = textOrNull(request.toolCallId);
    if (call === null) continue;
    const asked = readCopilotCall(textOrEmpty(request.name), request);
    pending.put(call, { ...asked, at: session.at });
    tell('call', inputOf(request), { ...asked, call, part: `call:${call}` });
  }
  const tokens = session.due[agent] ?? outputOnly(data);
  if (tokens && events.length > 0) {
    events[0] = { ...events[0]!, tokens };
    delete session.due[agent];
  }
  return events.length > 0 ? { events } : PASSED;
}

/** Tells whether a thought was not told yet: it may stand in an event of its own, in the model's answer, or in both. */
export function isNewThought(thought: string, { session }: CopilotReading): boolean {
  const known = hash('sha256', thought).slice(0, 16);
  if (thought.trim() === '' || session.thought === known) return false;
  session.thought = known;
  return true;
}

/** Calls are known from the model's answer; but some the person makes, and some a subagent. */
export function readStart(line: ForeignRecord, data: ForeignRecord, talk: CopilotReading): RecordResult {
  const call = textOrNull(data.toolCallId);
  if (call === null) return { fate: 'broken' };
  const known = talk.pending.get(call);
  if (known) {
    talk.pending.put(call, { ...known, at: talk.session.at });
    return PASSED;
  }
  const asked = readCopilotCall(textOrEmpty(data.toolName), data);
  talk.pending.put(call, { ...asked, at: talk.session.at });
  return { events: [copilotStep(line, talk, 'call', inputOf(data), { ...asked, call })] };
}

export function readComplete(line: ForeignRecord, data: ForeignRecord, talk: CopilotReading): RecordResult {
  const { session, pending } = talk;
  const call = textOrNull(data.toolCallId);
  if (call === null) return { fate: 'broken' };
  const asked = pending.get(call) ?? { ...NO_CALL, at: session.at };
  const { files, text, ...end } = readCopilotEnd(data, session.refused[call]);
  delete session.refused[call];
  pending.drop(call);
  const { at, ...same } = asked;
  const result = {
    ...same,
    ...end,
    call,
    files: files.length > 0 ? files : asked.files,
    durationMs: Math.max(0, session.at - at),
  };
  return { events: [copilotStep(line, talk, 'result', answersOf(text, asked) ?? text, result)] };
}

const outputOnly = (data: ForeignRecord) => {
  const output = number(data.outputTokens);
  return output ? { input: 0, output, cached: 0 } : null;
};

const inputOf = (call: ForeignRecord): string =>
  typeof call.arguments === 'string'
    ? call.arguments
    : call.arguments === undefined
      ? ''
      : JSON.stringify(call.arguments);
