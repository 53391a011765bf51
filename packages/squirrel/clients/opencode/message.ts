import { createHash } from 'node:crypto';
import { DAY_MS } from '@sqrl/base/durations.ts';
import type { PieceResult, RawEvent, RawTouch, SessionFacts } from '@sqrl/base/model/reader.ts';
import { personsPart } from '@sqrl/base/text/persons-part.ts';
import { parseColumn } from '../reading/json.ts';
import {
  countOrNull,
  type ForeignRecord,
  into,
  isRecord,
  record,
  setOf,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';
import { completeStep, sessionFacts } from '../reading/step.ts';
import type { OpencodeMessage } from './rows.ts';
import { opencodeToolSteps } from './tool.ts';

/** What all steps of a message share. */
export type OpencodeStepBase = Pick<RawEvent, 'session' | 'agent' | 'at' | 'cwd' | 'model'> & { key: string };

/** Tells whether nothing will be added to a message any more. */
export function isMessageSettled(row: OpencodeMessage): boolean {
  const message = record(parseColumn(row.data));
  const finished =
    message.role !== 'user' &&
    (timeOrNull(into(message.time, 'completed')) !== null || isRecord(message.error));
  // Whoever was killed in the middle of it will not come back to it either.
  return finished || row.answered || row.newest - row.updated > DAY_MS;
}

/** Reads a message: every part of it is accounted for, and so is the message itself. */
export function takeMessage(row: OpencodeMessage): PieceResult[] {
  const message = parseColumn(row.data);
  const session = factsOf(row);
  const version = session?.version ?? null;
  const at = timeOrNull(into(message, 'time', 'created')) ?? session?.beganAt;
  if (!isRecord(message) || !session || at === undefined)
    return [{ events: [], type: 'message', version, fate: 'broken', session }];

  const parts = row.parts.map((part) => record(parseColumn(record(part).data)));
  const own = record(row.sessions[0]);
  const common: OpencodeStepBase = {
    key: keyOf(message, parts),
    session: session.id,
    agent: row.sessions.length > 1 ? textOrEmpty(own.id) : null,
    at,
    cwd: textOrNull(into(message.path, 'cwd')) ?? textOrNull(own.directory),
    model: textOrNull(message.modelID),
  };
  // What a fork repeats is read where it was first said.
  const repeated =
    typeof row.forkedFrom === 'string' && session.beganAt !== undefined && at < session.beganAt;
  const steps = repeated ? parts.map(() => []) : stepsOf(message, parts, common);
  const failure = repeated ? [] : failureOf(message, common);
  return [
    ...steps.map((events, i) => accountOf(textOrEmpty(parts[i]!.type), { events, version, session })),
    {
      events: failure,
      type: `message/${textOrEmpty(message.role)}`,
      version,
      fate: failure.length > 0 ? 'read' : 'passed',
      session,
    },
  ];
}

function accountOf(type: string, told: Pick<PieceResult, 'events' | 'version' | 'session'>): PieceResult {
  const fate =
    told.events.length > 0 ? 'read' : PARTS.has(type) ? 'passed' : type === '' ? 'broken' : 'unknown';
  return { ...told, type: `part/${type || '?'}`, fate };
}

function stepsOf(
  message: ForeignRecord,
  parts: readonly ForeignRecord[],
  common: OpencodeStepBase,
): RawEvent[][] {
  if (message.role !== 'assistant') {
    // The task of a subagent is its parent's words.
    return common.agent === null ? prompt(parts, common) : nothing(parts);
  }
  const steps = message.summary === true ? summary(parts, common) : answer(parts, common);
  withTokens(steps, message);
  return steps;
}

const PARTS = setOf(
  'text reasoning tool file step-start step-finish snapshot patch agent subtask retry compaction',
);

const nothing = (parts: readonly ForeignRecord[]): RawEvent[][] => parts.map(() => []);

/** The person's words, as one prompt however many parts they came in; what plugins and opencode added is not theirs. */
function prompt(parts: readonly ForeignRecord[], common: OpencodeStepBase): RawEvent[][] {
  const own = parts.filter(
    (part) =>
      part.type === 'text' && !part.synthetic && !part.ignored && personsPart(textOrEmpty(part.text)) !== '',
  );
  const files = parts.flatMap(mentioned);
  if (own.length === 0) return nothing(parts);
  const words = own.map((part) => personsPart(textOrEmpty(part.text))).join('\n');
  return parts.map((part) =>
    part === own[0]
      ? [
          completeStep({
            ...common,
            key: `${common.key}/prompt`,
            kind: 'prompt',
            text: words,
            files,
            model: null,
          }),
        ]
      : [],
  );
}

function mentioned(part: ForeignRecord): RawTouch[] {
  const path =
    textOrNull(into(part.source, 'path')) ??
    (textOrEmpty(part.url).startsWith('file:') ? textOrEmpty(part.url) : null);
  return part.type === 'file' && path
    ? [{ path: path.replace(/\?.*$/, ''), way: 'mention', lines: null }]
    : [];
}

function summary(parts: readonly ForeignRecord[], common: OpencodeStepBase): RawEvent[][] {
  const texts = parts.filter((part) => part.type === 'text');
  const words = texts.map((part) => textOrEmpty(part.text)).join('\n');
  return parts.map((part) =>
    part === texts[0]
      ? [completeStep({ ...common, key: `${common.key}/summary`, kind: 'compaction', text: words })]
      : [],
  );
}

function answer(parts: readonly ForeignRecord[], common: OpencodeStepBase): RawEvent[][] {
  return parts.map((part, i) => {
    const here = {
      ...common,
      key: `${common.key}/${i}`,
      at: timeOrNull(into(part.time, 'start')) ?? common.at,
    };
    if (part.type === 'tool') return opencodeToolSteps(part, here);
    if (part.type === 'retry')
      return [completeStep({ ...here, kind: 'notice', text: errorText(part.error), outcome: 'failed' })];
    const words = textOrEmpty(part.text);
    if (words.trim() === '' || part.synthetic) return [];
    if (part.type === 'text') return [completeStep({ ...here, kind: 'reply', text: words })];
    if (part.type === 'reasoning') return [completeStep({ ...here, kind: 'reasoning', text: words })];
    return [];
  });
}

function failureOf(message: ForeignRecord, common: OpencodeStepBase): RawEvent[] {
  if (!isRecord(message.error)) return [];
  const aborted = message.error.name === 'MessageAbortedError';
  const at = timeOrNull(into(message.time, 'completed')) ?? common.at;
  const outcome = aborted ? 'interrupted' : 'failed';
  return [
    completeStep({
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
  [
    textOrNull(into(error, 'name')),
    textOrNull(into(error, 'data', 'message')) ?? textOrNull(into(error, 'message')),
  ]
    .filter((word) => word !== null)
    .join(': ');

/** What a message cost is said by its first step. */
function withTokens(steps: RawEvent[][], message: ForeignRecord): void {
  const first = steps.flat()[0];
  const { input, output, reasoning, cache } = record(message.tokens);
  const read = countOrNull(into(cache, 'read')) ?? 0;
  const all = (countOrNull(input) ?? 0) + read + (countOrNull(into(cache, 'write')) ?? 0);
  const said = (countOrNull(output) ?? 0) + (countOrNull(reasoning) ?? 0);
  if (first && all + said > 0) first.tokens = { input: all, output: said, cached: read };
}

/**
 * What a message is called for ever. A fork copies messages under new ids, but what they say, who said it and the
 * moment it was begun stay the same, and so does the order of their parts.
 */
function keyOf(message: ForeignRecord, parts: readonly ForeignRecord[]): string {
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
  const title = textOrNull(root.title);
  return sessionFacts(root.id, {
    beganAt: timeOrNull(root.time_created),
    cwd: textOrNull(root.directory),
    version: textOrNull(root.version),
    title: title?.startsWith('New session - ') ? null : title,
    model: textOrNull(into(parseColumn(root.model), 'id')),
    forkedFrom: textOrNull(row.forkedFrom),
  });
}
