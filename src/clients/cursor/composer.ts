import type { SessionFacts, Taken } from '../../model/reader.ts';
import { parseColumn } from '../reading/json.ts';
import { type Foreign, into, isRecord, list, record, said, text, time } from '../reading/record.ts';
import { takeBubble } from './bubble.ts';

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
  const model = said(into(data.modelConfig, 'modelName'));
  return {
    id,
    parent: said(into(data.subagentInfo, 'parentComposerId')) ?? said(data.parentComposerId),
    generating: data.status === 'generating',
    beganAt: time(data.createdAt),
    folder: said(into(data.workspaceIdentifier, 'uri', 'fsPath')) ?? folder ?? null,
    branch: said(data.createdOnBranch),
    title: said(data.name) ?? said(data.subtitle),
    model: model === 'default' ? null : model,
    version: versionOf(data),
    order: list(data.fullConversationHeadersOnly).map((header) => text(record(header).bubbleId)),
    unfinished: list(data.generatingBubbleIds).filter((bubble) => typeof bubble === 'string'),
  };
}

/** A conversation that came with a message; null where it is none. */
export function asComposer(value: unknown): Composer | null {
  const given = record(value);
  const id = said(given.id);
  if (id === null) return null;
  const strings = (entries: unknown) => list(entries).filter((entry) => typeof entry === 'string');
  return {
    id,
    parent: said(given.parent),
    generating: given.generating === true,
    beganAt: time(given.beganAt),
    folder: said(given.folder),
    branch: said(given.branch),
    title: said(given.title),
    model: said(given.model),
    version: said(given.version),
    order: strings(given.order),
    unfinished: strings(given.unfinished),
  };
}

/** Older versions kept all messages in the row of the conversation itself. */
export function takeComposer(value: unknown, composer: Composer | null): Taken[] {
  const data = parseColumn(value);
  if (!isRecord(data) || !composer)
    return [{ events: [], type: 'composerData', version: null, fate: 'broken' }];
  const own: Taken = {
    events: [],
    type: 'composerData',
    version: composer.version,
    fate: 'passed',
    session: factsOf(composer),
  };
  const inside = list(data.conversation).filter(isRecord);
  if (composer.generating || inside.length === 0) return [own];
  const order = inside.map((bubble) => text(bubble.bubbleId));
  return [own, ...inside.flatMap((bubble) => takeBubble(bubble, { ...composer, order }))];
}

/** What a conversation says of its session; a subagent's says nothing of its parent's. */
export const factsOf = (composer: Composer): SessionFacts | undefined =>
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
export const versionOf = (data: Foreign): string | null =>
  typeof data._v === 'number' ? `format ${data._v}` : null;
