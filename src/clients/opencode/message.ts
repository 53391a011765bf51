import { createHash } from 'node:crypto';
import { personsPart } from '../../base/text/persons-part.ts';
import type { RawEvent, RawTouch, SessionFacts, Taken } from '../../model/reader.ts';
import { parseColumn } from '../reading/json.ts';
import { count, type Foreign, into, isRecord, record, said, text, time } from '../reading/record.ts';
import { step } from '../reading/step.ts';
import type { OpencodeMessage } from './rows.ts';
import { toolSteps } from './tool.ts';

/** What all steps of a message share. */
export type Common = Pick<RawEvent, 'session' | 'agent' | 'at' | 'cwd' | 'model'> & { key: string };

const DAY = 86_400_000;

/** Tells whether nothing will be added to a message any more. */
export function isSettled(row: OpencodeMessage): boolean {
  const message = record(parseColumn(row.data));
  const finished =
    message.role !== 'user' && (time(into(message.time, 'completed')) !== null || isRecord(message.error));
  // Whoever was killed in the middle of it will not come back to it either.
  return finished || row.answered || row.newest - row.updated > DAY;
}

/** Reads a message: every part of it is accounted for, and so is the message itself. */
export function takeMessage(row: OpencodeMessage): Taken[] {
  const message = parseColumn(row.data);
  const session = factsOf(row);
  const version = session?.version ?? null;
  const at = time(into(message, 'time', 'created')) ?? session?.beganAt;
  if (!isRecord(message) || !session || at === undefined)
    return [{ events: [], type: 'message', version, fate: 'broken', session }];

  const parts = row.parts.map((part) => record(parseColumn(record(part).data)));
  const own = record(row.sessions[0]);
  const common: Common = {
    key: keyOf(message, parts),
    session: session.id,
    agent: row.sessions.length > 1 ? text(own.id) : null,
    at,
    cwd: said(into(message.path, 'cwd')) ?? said(own.directory),
    model: said(message.modelID),
  };
  // What a fork repeats is read where it was first said.
  const repeated =
    typeof row.forkedFrom === 'string' && session.beganAt !== undefined && at < session.beganAt;
  const steps = repeated ? parts.map(() => []) : stepsOf(message, parts, common);
  const failure = repeated ? [] : failureOf(message, common);
  return [
    ...steps.map((events, i) => accountOf(text(parts[i]!.type), { events, version, session })),
    {
      events: failure,
      type: `message/${text(message.role)}`,
      version,
      fate: failure.length > 0 ? 'read' : 'passed',
      session,
    },
  ];
}

function accountOf(type: string, told: Pick<Taken, 'events' | 'version' | 'session'>): Taken {
  const fate =
    told.events.length > 0 ? 'read' : PARTS.has(type) ? 'passed' : type === '' ? 'broken' : 'unknown';
  return { ...told, type: `part/${type || '?'}`, fate };
}

function stepsOf(message: Foreign, parts: readonly Foreign[], common: Common): RawEvent[][] {
  if (message.role !== 'assistant') {
    // The task of a subagent is its parent's words.
    return common.agent === null ? prompt(parts, common) : nothing(parts);
  }
  const steps = message.summary === true ? summary(parts, common) : answer(parts, common);
  withTokens(steps, message);
  return steps;
}

const PARTS = new Set(
  'text reasoning tool file step-start step-finish snapshot patch agent subtask retry compaction'.split(' '),
);

const nothing = (parts: readonly Foreign[]): RawEvent[][] => parts.map(() => []);

/** The person's words, as one prompt however many parts they came in; what plugins and opencode added is not theirs. */
function prompt(parts: readonly Foreign[], common: Common): RawEvent[][] {
  const own = parts.filter(
    (part) => part.type === 'text' && !part.synthetic && !part.ignored && personsPart(text(part.text)) !== '',
  );
  const files = parts.flatMap(mentioned);
  if (own.length === 0) return nothing(parts);
  const words = own.map((part) => personsPart(text(part.text))).join('\n');
  return parts.map((part) =>
    part === own[0]
      ? [step({ ...common, key: `${common.key}/prompt`, kind: 'prompt', text: words, files, model: null })]
      : [],
  );
}

function mentioned(part: Foreign): RawTouch[] {
  const path =
    said(into(part.source, 'path')) ?? (text(part.url).startsWith('file:') ? text(part.url) : null);
  return part.type === 'file' && path
    ? [{ path: path.replace(/\?.*$/, ''), way: 'mention', lines: null }]
    : [];
}

function summary(parts: readonly Foreign[], common: Common): RawEvent[][] {
  const texts = parts.filter((part) => part.type === 'text');
  const words = texts.map((part) => text(part.text)).join('\n');
  return parts.map((part) =>
    part === texts[0]
      ? [step({ ...common, key: `${common.key}/summary`, kind: 'compaction', text: words })]
      : [],
  );
}

function answer(parts: readonly Foreign[], common: Common): RawEvent[][] {
  return parts.map((part, i) => {
    const here = { ...common, key: `${common.key}/${i}`, at: time(into(part.time, 'start')) ?? common.at };
    if (part.type === 'tool') return toolSteps(part, here);
    if (part.type === 'retry')
      return [step({ ...here, kind: 'notice', text: errorText(part.error), outcome: 'failed' })];
    const words = text(part.text);
    if (words.trim() === '' || part.synthetic) return [];
    if (part.type === 'text') return [step({ ...here, kind: 'reply', text: words })];
    if (part.type === 'reasoning') return [step({ ...here, kind: 'reasoning', text: words })];
    return [];
  });
}

function failureOf(message: Foreign, common: Common): RawEvent[] {
  if (!isRecord(message.error)) return [];
  const aborted = message.error.name === 'MessageAbortedError';
  const at = time(into(message.time, 'completed')) ?? common.at;
  const outcome = aborted ? 'interrupted' : 'failed';
  return [
    step({
      ...common,
      at,
      key: `${common.key}/error`,
      kind: 'notice',
      text: errorText(message.error),
      outcome,
    }),
  ];
}

const errorText = (error: unknown): string =>
  [said(into(error, 'name')), said(into(error, 'data', 'message')) ?? said(into(error, 'message'))]
    .filter((word) => word !== null)
    .join(': ');

/** What a message cost is said by its first step. */
function withTokens(steps: RawEvent[][], message: Foreign): void {
  const first = steps.flat()[0];
  const { input, output, reasoning, cache } = record(message.tokens);
  const read = count(into(cache, 'read')) ?? 0;
  const all = (count(input) ?? 0) + read + (count(into(cache, 'write')) ?? 0);
  const said = (count(output) ?? 0) + (count(reasoning) ?? 0);
  if (first && all + said > 0) first.tokens = { input: all, output: said, cached: read };
}

/**
 * What a message is called for ever. A fork copies messages under new ids, but what they say, who said it and the
 * moment it was begun stay the same, and so does the order of their parts.
 */
function keyOf(message: Foreign, parts: readonly Foreign[]): string {
  const first = parts.find((part) => part.type !== 'step-start') ?? {};
  const same = [
    into(message.time, 'created'),
    message.role,
    message.agent ?? message.mode,
    first.type,
    first.callID ?? first.text ?? first.url,
  ];
  return createHash('sha256').update(JSON.stringify(same)).digest('hex').slice(0, 32);
}

function factsOf(row: OpencodeMessage): SessionFacts | undefined {
  const root = record(row.sessions.at(-1));
  if (typeof root.id !== 'string' || root.id === '') return undefined;
  const title = said(root.title);
  return {
    id: root.id,
    beganAt: time(root.time_created) ?? undefined,
    cwd: said(root.directory) ?? undefined,
    version: said(root.version) ?? undefined,
    title: title && !title.startsWith('New session - ') ? title : undefined,
    model: said(into(parseColumn(root.model), 'id')) ?? undefined,
    forkedFrom: said(row.forkedFrom) ?? undefined,
  };
}
