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

/** A conversation, as far as its messages need to know it. Plain data: it travels with each message. */
export interface Composer {
  id: string;
  /** The conversation that started this one as its subagent. */
  parent: string | null;
  generating: boolean;
  beganAt: number | null;
  folder: string | null;
  branch: string | null;
  title: string | null;
  model: string | null;
  version: string | null;
  /** Ids of its messages, in order. */
  order: readonly string[];
  unfinished: readonly string[];
}

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
  const given = record(value);
  const id = textOrNull(given.id);
  if (id === null) return null;
  const strings = (entries: unknown) => listOrEmpty(entries).filter((entry) => typeof entry === 'string');
  return {
    id,
    parent: textOrNull(given.parent),
    generating: given.generating === true,
    beganAt: timeOrNull(given.beganAt),
    folder: textOrNull(given.folder),
    branch: textOrNull(given.branch),
    title: textOrNull(given.title),
    model: textOrNull(given.model),
    version: textOrNull(given.version),
    order: strings(given.order),
    unfinished: strings(given.unfinished),
  };
}

/** What a conversation says of its session; a subagent's says nothing of its parent's. */
export const composerFacts = (composer: Composer): SessionFacts | undefined =>
  composer.parent !== null
    ? undefined
    : {
        id: composer.id,
        beganAt: composer.beganAt ?? undefined,
        cwd: composer.folder ?? undefined,
        branch: composer.branch ?? undefined,
        title: composer.title ?? undefined,
        model: composer.model ?? undefined,
        version: composer.version ?? undefined,
      };

/** Versions of the format, since rows do not tell that of the program. */
export const composerVersion = (data: ForeignRecord): string | null =>
  typeof data._v === 'number' ? `format ${data._v}` : null;
