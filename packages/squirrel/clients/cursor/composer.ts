import type { SessionFacts } from '@sqrl/base/model/reader.ts';
import { parseColumn } from '../reading/json.ts';
import {
  type ForeignRecord,
  into,
  listOrEmpty,
  record,
  textOrEmpty,
  textOrNull,
  timeOrNull,
} from '../reading/record.ts';
import { restored } from '../reading/state.ts';
import { sessionFacts } from '../reading/step.ts';

const FRESH = {
  id: '',
  /** The conversation that started this one as its subagent. */
  parent: null as string | null,
  generating: false,
  beganAt: null as number | null,
  folder: null as string | null,
  branch: null as string | null,
  title: null as string | null,
  model: null as string | null,
  version: null as string | null,
  /** Ids of its messages, in order. */
  order: [] as string[],
  unfinished: [] as string[],
};

/** A conversation, as far as its messages need to know it. Plain data: it travels with each message. */
export type Composer = typeof FRESH;

/** Reads the row of a conversation; one that holds nothing readable still has its id. */
export function composerOf(id: string, value: unknown, folder: string | undefined): Composer {
  const data = record(parseColumn(value));
  const model = textOrNull(into(data.modelConfig, 'modelName'));
  return {
    id,
    parent: textOrNull(into(data.subagentInfo, 'parentComposerId')) ?? textOrNull(data.parentComposerId),
    generating: data.status === 'generating',
    beganAt: timeOrNull(data.createdAt),
    folder: textOrNull(into(data.workspaceIdentifier, 'uri', 'fsPath')) ?? folder ?? null,
    branch: textOrNull(data.createdOnBranch),
    title: textOrNull(data.name) ?? textOrNull(data.subtitle),
    model: model === 'default' ? null : model,
    version: composerVersion(data),
    order: listOrEmpty(data.fullConversationHeadersOnly).map((header) =>
      textOrEmpty(record(header).bubbleId),
    ),
    unfinished: listOrEmpty(data.generatingBubbleIds).filter((bubble) => typeof bubble === 'string'),
  };
}

/** A conversation that came with a message; null where it is none. */
export function asComposer(value: unknown): Composer | null {
  const composer = restored(FRESH, value);
  return composer.id === '' ? null : { ...composer, beganAt: timeOrNull(record(value).beganAt) };
}

/** What a conversation says of its session; a subagent's says nothing of its parent's. */
export const composerFacts = (composer: Composer): SessionFacts | undefined =>
  composer.parent === null
    ? sessionFacts(composer.id, {
        beganAt: composer.beganAt,
        cwd: composer.folder,
        branch: composer.branch,
        title: composer.title,
        model: composer.model,
        version: composer.version,
      })
    : undefined;

/** Versions of the format, since rows do not tell that of the program. */
export const composerVersion = (data: ForeignRecord): string | null =>
  typeof data._v === 'number' ? `format ${data._v}` : null;
