import { personsPart } from '../../base/text/persons-part.ts';
import type { RawEvent, RawTouch, Taken } from '../../model/reader.ts';
import { parseColumn } from '../reading/json.ts';
import { count, type Foreign, into, isRecord, list, record, said, text, time } from '../reading/record.ts';
import { step } from '../reading/step.ts';
import { type Composer, factsOf, versionOf } from './composer.ts';
import { toolSteps } from './tool.ts';

/** What all steps of a message share. */
export type Common = Pick<RawEvent, 'key' | 'session' | 'agent' | 'at' | 'cwd' | 'model'>;

/** Tells whether Cursor has finished with a message, and knows where it belongs. */
export function isSettled(value: unknown, composer: Composer): boolean {
  const bubble = parseColumn(value);
  if (!isRecord(bubble)) return true;
  if (composer.unfinished.includes(text(bubble.bubbleId))) return false;
  if (composer.generating && STILL.has(text(into(bubble.toolFormerData, 'status')))) return false;
  return timeOf(bubble) !== null || composer.order.includes(text(bubble.bubbleId)) || !composer.generating;
}

/** Reads a message: 1 is the person, 2 the assistant, one of whose messages is either words or the use of a tool. */
export function takeBubble(value: unknown, composer: Composer): Taken[] {
  const bubble = parseColumn(value);
  const facts = factsOf(composer);
  const place = composer.order.indexOf(text(into(bubble, 'bubbleId')));
  // Older messages have no time of their own: their order must do.
  const at = timeOf(bubble) ?? (composer.beganAt === null ? null : composer.beganAt + Math.max(place, 0));
  if (!isRecord(bubble) || text(bubble.bubbleId) === '' || at === null)
    return [{ events: [], type: 'bubble', version: null, fate: 'broken', session: facts }];
  const common: Common = {
    key: text(bubble.bubbleId),
    session: composer.parent ?? composer.id,
    agent: composer.parent === null ? null : composer.id,
    at,
    cwd: composer.folder ?? firstFolder(bubble),
    model: said(into(bubble.modelInfo, 'modelName')) ?? composer.model,
  };
  const version = versionOf(bubble) ?? composer.version;
  const capability = count(bubble.capabilityType);
  const kind = bubble.type === 1 ? 'user' : bubble.type === 2 ? 'assistant' : null;
  if (kind === null)
    return [{ events: [], type: `bubble/${String(bubble.type)}`, version, fate: 'unknown', session: facts }];
  const type = `bubble/${kind}${capability === null ? '' : `/${capability}`}`;
  const events = kind === 'user' ? prompt(bubble, common) : answer(bubble, common);
  withTokens(events, bubble);
  return [{ events, type, version, fate: events.length > 0 ? 'read' : 'passed', session: facts }];
}

const STILL = new Set(['loading', 'running', 'pending', 'generating', 'streaming']);

function prompt(bubble: Foreign, common: Common): RawEvent[] {
  const words = personsPart(text(bubble.text));
  // The task of a subagent is its parent's words.
  if (words === '' || common.agent !== null) return [];
  return [step({ ...common, kind: 'prompt', text: words, files: mentioned(bubble), model: null })];
}

function answer(bubble: Foreign, common: Common): RawEvent[] {
  const events: RawEvent[] = [];
  const thoughts = said(into(bubble.thinking, 'text'));
  if (thoughts)
    events.push(step({ ...common, key: `${common.key}/thinking`, kind: 'reasoning', text: thoughts }));
  const words = text(bubble.text);
  if (words.trim() !== '') events.push(step({ ...common, kind: 'reply', text: words }));
  if (isRecord(bubble.toolFormerData))
    events.push(...toolSteps(bubble.toolFormerData, { ...common, end: endOf(bubble) }));
  const error = said(into(bubble.errorDetails, 'message'));
  if (error)
    events.push(
      step({ ...common, key: `${common.key}/error`, kind: 'notice', text: error, outcome: 'failed' }),
    );
  return events;
}

function withTokens(events: RawEvent[], bubble: Foreign): void {
  const input = count(into(bubble.tokenCount, 'inputTokens')) ?? 0;
  const output = count(into(bubble.tokenCount, 'outputTokens')) ?? 0;
  if (events[0] && input + output > 0) events[0].tokens = { input, output, cached: 0 };
}

/** Files that the person attached; what the editor added by itself is not theirs. */
function mentioned(bubble: Foreign): RawTouch[] {
  const paths = [
    ...list(into(bubble.context, 'fileSelections')).map((file) => said(into(file, 'uri', 'fsPath'))),
    ...list(bubble.relevantFiles).map((file) => said(file)),
    ...list(bubble.attachedFileCodeChunksMetadataOnly).map((file) =>
      said(record(file).relativeWorkspacePath),
    ),
  ];
  return [...new Set(paths.filter((path) => path !== null))].map((path) => ({
    path,
    way: 'mention',
    lines: null,
  }));
}

const timeOf = (bubble: unknown): number | null =>
  time(into(bubble, 'createdAt')) ?? time(into(bubble, 'timingInfo', 'clientRpcSendTime'));

const endOf = (bubble: Foreign): number | null =>
  time(into(bubble.timingInfo, 'clientSettleTime')) ?? time(into(bubble.timingInfo, 'clientEndTime'));

function firstFolder(bubble: Foreign): string | null {
  const [first] = list(bubble.workspaceUris);
  return said(first) ?? said(into(first, 'fsPath'));
}
