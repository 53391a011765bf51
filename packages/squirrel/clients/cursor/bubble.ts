import type { PieceResult, RawEvent, RawTouch } from '@sqrl/base/model/reader.ts';
import { personsPart } from '@sqrl/base/text/persons-part.ts';
import { parseColumn } from '../reading/json.ts';
import {
  countOrNull,
  type ForeignRecord,
  into,
  isRecord,
  listOrEmpty,
  record,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';
import { completeStep } from '../reading/step.ts';
import { type Composer, composerFacts, composerVersion } from './composer.ts';
import { cursorToolSteps } from './tool.ts';

/** What all steps of a message share. */
export type CursorStepBase = Pick<RawEvent, 'key' | 'session' | 'agent' | 'at' | 'cwd' | 'model'>;

/** Tells whether Cursor has finished with a message, and knows where it belongs. */
export function isBubbleSettled(value: unknown, composer: Composer): boolean {
  const bubble = parseColumn(value);
  if (!isRecord(bubble)) return true;
  if (composer.unfinished.includes(textOrEmpty(bubble.bubbleId))) return false;
  if (composer.generating && STILL.has(textOrEmpty(into(bubble.toolFormerData, 'status')))) return false;
  return (
    timeOf(bubble) !== null || composer.order.includes(textOrEmpty(bubble.bubbleId)) || !composer.generating
  );
}

/** Reads a message: 1 is the person, 2 the assistant, one of whose messages is either words or the use of a tool. */
export function takeBubble(value: unknown, composer: Composer): PieceResult[] {
  const bubble = parseColumn(value);
  const facts = composerFacts(composer);
  const place = composer.order.indexOf(textOrEmpty(into(bubble, 'bubbleId')));
  // Older messages have no time of their own: their order must do.
  const at = timeOf(bubble) ?? (composer.beganAt === null ? null : composer.beganAt + Math.max(place, 0));
  if (!isRecord(bubble) || textOrEmpty(bubble.bubbleId) === '' || at === null)
    return [{ events: [], type: 'bubble', version: null, fate: 'broken', session: facts }];
  const common: CursorStepBase = {
    key: textOrEmpty(bubble.bubbleId),
    session: composer.parent ?? composer.id,
    agent: composer.parent === null ? null : composer.id,
    at,
    cwd: composer.folder ?? firstFolder(bubble),
    model: textOrNull(into(bubble.modelInfo, 'modelName')) ?? composer.model,
  };
  const version = composerVersion(bubble) ?? composer.version;
  const capability = countOrNull(bubble.capabilityType);
  const kind = bubble.type === 1 ? 'user' : bubble.type === 2 ? 'assistant' : null;
  if (kind === null)
    return [{ events: [], type: `bubble/${String(bubble.type)}`, version, fate: 'unknown', session: facts }];
  const type = `bubble/${kind}${capability === null ? '' : `/${capability}`}`;
  const events = kind === 'user' ? prompt(bubble, common) : answer(bubble, common);
  withTokens(events, bubble);
  return [{ events, type, version, fate: events.length > 0 ? 'read' : 'passed', session: facts }];
}

const STILL = new Set(['loading', 'running', 'pending', 'generating', 'streaming']);

function prompt(bubble: ForeignRecord, common: CursorStepBase): RawEvent[] {
  const words = personsPart(textOrEmpty(bubble.text));
  // The task of a subagent is its parent's words.
  if (words === '' || common.agent !== null) return [];
  return [completeStep({ ...common, kind: 'prompt', text: words, files: mentioned(bubble), model: null })];
}

function answer(bubble: ForeignRecord, common: CursorStepBase): RawEvent[] {
  const events: RawEvent[] = [];
  const thoughts = textOrNull(into(bubble.thinking, 'text'));
  if (thoughts)
    events.push(
      completeStep({ ...common, key: `${common.key}/thinking`, kind: 'reasoning', text: thoughts }),
    );
  const words = textOrEmpty(bubble.text);
  if (words.trim() !== '') events.push(completeStep({ ...common, kind: 'reply', text: words }));
  if (isRecord(bubble.toolFormerData))
    events.push(...cursorToolSteps(bubble.toolFormerData, { ...common, end: endOf(bubble) }));
  const error = textOrNull(into(bubble.errorDetails, 'message'));
  if (error)
    events.push(
      completeStep({ ...common, key: `${common.key}/error`, kind: 'notice', text: error, outcome: 'failed' }),
    );
  return events;
}

function withTokens(events: RawEvent[], bubble: ForeignRecord): void {
  const input = countOrNull(into(bubble.tokenCount, 'inputTokens')) ?? 0;
  const output = countOrNull(into(bubble.tokenCount, 'outputTokens')) ?? 0;
  if (events[0] && input + output > 0) events[0].tokens = { input, output, cached: 0 };
}

/** Files that the person attached; what the editor added by itself is not theirs. */
function mentioned(bubble: ForeignRecord): RawTouch[] {
  const paths = [
    ...listOrEmpty(into(bubble.context, 'fileSelections')).map((file) =>
      textOrNull(into(file, 'uri', 'fsPath')),
    ),
    ...listOrEmpty(bubble.relevantFiles).map((file) => textOrNull(file)),
    ...listOrEmpty(bubble.attachedFileCodeChunksMetadataOnly).map((file) =>
      textOrNull(record(file).relativeWorkspacePath),
    ),
  ];
  return [...new Set(paths.filter((path) => path !== null))].map((path) => ({
    path,
    way: 'mention',
    lines: null,
  }));
}

const timeOf = (bubble: unknown): number | null =>
  timeOrNull(into(bubble, 'createdAt')) ?? timeOrNull(into(bubble, 'timingInfo', 'clientRpcSendTime'));

const endOf = (bubble: ForeignRecord): number | null =>
  timeOrNull(into(bubble.timingInfo, 'clientSettleTime')) ??
  timeOrNull(into(bubble.timingInfo, 'clientEndTime'));

function firstFolder(bubble: ForeignRecord): string | null {
  const [first] = listOrEmpty(bubble.workspaceUris);
  return textOrNull(first) ?? textOrNull(into(first, 'fsPath'));
}
