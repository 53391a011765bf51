import type { Outcome } from '@sqrl/base/model/event.ts';
import type { RawEvent, RawTouch } from '@sqrl/base/model/reader.ts';
import { personsPart } from '@sqrl/base/text/persons-part.ts';
import { parseText } from '../reading/json.ts';
import { pathOfUri } from '../reading/paths.ts';
import {
  countOrNull,
  type ForeignRecord,
  into,
  isRecord,
  listOrEmpty,
  number,
  record,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';
import { completeStep, type RawStep } from '../reading/step.ts';
import { toolOf } from '../reading/tools.ts';

interface ChatFacts {
  session: string;
  beganAt: number;
}

/**
 * The steps of one request: what the person typed and, once it is over, the parts of the answer in their order. A request
 * has one time; its parts follow it a millisecond apart.
 */
export function requestSteps(request: ForeignRecord, chat: ChatFacts, isLast: boolean): RawEvent[] {
  const key = textOrNull(request.requestId);
  if (key === null) return [];
  const at = timeOrNull(request.timestamp) ?? chat.beganAt;
  const model = textOrNull(request.modelId);
  const common = { session: chat.session, model };
  const words = personsPart(textOrEmpty(into(request.message, 'text') ?? request.message));
  const prompt =
    words === '' || request.isSystemInitiated === true
      ? []
      : [
          completeStep({
            ...common,
            key,
            at,
            kind: 'prompt',
            text: words,
            files: mentioned(request),
            model: null,
          }),
        ];
  if (isLast && !isOver(request)) return prompt;
  return [...prompt, ...answerSteps(listOrEmpty(request.response), { ...common, key, at: at + 1 })];
}

/** A request that is still answered would be kept as it happens to stand. */
const isOver = ({ modelState, result, isCanceled }: ForeignRecord): boolean =>
  OVER.has(into(modelState, 'value')) || isRecord(result) || isCanceled === true;

/** Complete, canceled, failed. */
const OVER: ReadonlySet<unknown> = new Set([1, 2, 3]);

type AnswerBase = Pick<RawStep, 'session' | 'key' | 'at'> & { model: string | null };

function answerSteps(parts: readonly unknown[], base: AnswerBase): RawEvent[] {
  const steps: RawEvent[] = [];
  let said = '';
  let saidAt = 0;
  const add = (step: Omit<RawStep, 'session' | 'at'>) =>
    steps.push(completeStep({ ...base, ...step, at: base.at + steps.length }));
  const flush = () => {
    if (said.trim() !== '') add({ key: `${base.key}/${saidAt}`, kind: 'reply', text: said });
    said = '';
  };
  for (const [i, each] of parts.entries()) {
    const part = record(each);
    const words = markdownOf(part);
    if (words !== null) {
      if (said === '') saidAt = i;
      said += words;
      continue;
    }
    const key = `${base.key}/${i}`;
    if (part.kind === 'thinking') {
      const thoughts = Array.isArray(part.value)
        ? part.value.map(textOrEmpty).join('')
        : textOrEmpty(part.value);
      if (thoughts.trim() === '') continue;
      flush();
      add({ key, kind: 'reasoning', text: thoughts });
    } else if (part.kind === 'toolInvocationSerialized') {
      flush();
      for (const step of toolSteps(part, key)) add(step);
    }
  }
  flush();
  return steps;
}

/** The words of a part that is a piece of the reply; null for other parts. */
function markdownOf(part: ForeignRecord): string | null {
  if (part.kind === undefined) return typeof part.value === 'string' ? part.value : null;
  if (part.kind === 'markdownContent') return textOrEmpty(into(part.content, 'value'));
  if (part.kind !== 'inlineReference') return null;
  const path = pathOfUri(part.inlineReference) ?? pathOfUri(into(part.inlineReference, 'uri'));
  return textOrNull(part.name) ?? path?.split('/').at(-1) ?? '';
}

function toolSteps(part: ForeignRecord, key: string): Omit<RawStep, 'session' | 'at'>[] {
  const toolName = textOrNull(part.toolId);
  if (toolName === null) return [];
  const tool = toolOf('vscode', toolName);
  const data = record(part.toolSpecificData);
  const line = record(data.commandLine);
  const command = textOrNull(line.userEdited) ?? textOrNull(line.toolEdited) ?? textOrNull(line.original);
  const input = {
    ...record(data.rawInput),
    ...record(parseText(textOrEmpty(into(part.resultDetails, 'input')))),
  };
  const files = filesOf(part, input);
  const exitCode = number(into(data.terminalCommandState, 'exitCode'));
  const shared = {
    tool,
    toolName,
    call: textOrNull(part.toolCallId) ?? key,
    command: command ?? textOrNull(input.query) ?? textOrNull(input.url),
    files: files.map((path): RawTouch => ({ path, way: WAYS[tool] ?? 'mention', lines: null })),
    agent: textOrNull(part.subAgentInvocationId),
  };
  return [
    {
      ...shared,
      key,
      kind: 'call',
      text: JSON.stringify(input) === '{}' ? (command ?? '') : JSON.stringify(input),
    },
    {
      ...shared,
      key: `${key}/result`,
      kind: 'result',
      text: outputOf(part, data),
      outcome: outcomeOf(part, exitCode),
      exitCode: exitCode === null ? null : Math.trunc(exitCode),
      durationMs: countOrNull(into(data.terminalCommandState, 'duration')),
    },
  ];
}

const WAYS: Partial<Record<string, RawTouch['way']>> = {
  read: 'read',
  edit: 'edit',
  write: 'write',
  search: 'search',
  list: 'list',
};

function filesOf(part: ForeignRecord, input: ForeignRecord): string[] {
  const named = [input.filePath, input.path].map(textOrNull);
  const uris = [into(part.invocationMessage, 'uris'), into(part.pastTenseMessage, 'uris')]
    .flatMap((some) => Object.values(record(some)))
    .concat(listOrEmpty(part.resultDetails).map((one) => into(one, 'uri') ?? one))
    .map(pathOfUri);
  return [...new Set([...named, ...uris].filter((path) => path !== null))].slice(0, MAX_FILES);
}

const MAX_FILES = 50;

function outputOf(part: ForeignRecord, data: ForeignRecord): string {
  const shown = listOrEmpty(into(part.resultDetails, 'output')).map((one) => textOrEmpty(into(one, 'value')));
  const told = textOrNull(into(data.terminalCommandOutput, 'text')) ?? shown.join('\n');
  const past = part.pastTenseMessage;
  return told || textOrEmpty(into(past, 'value') ?? past) || textOrEmpty(part.resultError);
}

function outcomeOf(part: ForeignRecord, exitCode: number | null): Outcome {
  if (part.isConfirmed === false || into(part.isConfirmed, 'type') === DENIED) return 'rejected';
  if (part.isComplete === false) return 'interrupted';
  const isFailed = into(part.resultDetails, 'isError') === true || textOrNull(part.resultError) !== null;
  return isFailed || (exitCode !== null && exitCode !== 0) ? 'failed' : 'ok';
}

const DENIED = 0;

function mentioned(request: ForeignRecord): RawTouch[] {
  return listOrEmpty(into(request.variableData, 'variables')).flatMap((variable): RawTouch[] => {
    const value = into(variable, 'value');
    const path = pathOfUri(value) ?? pathOfUri(into(value, 'uri'));
    return path === null ? [] : [{ path, way: 'mention', lines: null }];
  });
}
