import { HUB_PROTOCOL, type PushedRecord, type SyncReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import { askHub } from './ask-hub.ts';
import type { HubLogin } from './login.ts';

/** A page of a space, or all of it; where it stands, and what else the hub said. */
export interface SpacePage {
  /** Not looked at yet. */
  records: unknown[];
  head: number;
  generation: number;
  cursor: { after: number; mark: string };
  hasMore: boolean;
  reply: SyncReply;
}

interface PageOptions {
  after?: number;
  mark?: string;
  push?: readonly PushedRecord[];
  signal?: AbortSignal | undefined;
}

export async function pageOf(
  login: HubLogin,
  space: string,
  { after = 0, mark = '', push = [], signal }: PageOptions = {},
): Promise<SpacePage> {
  const asked = { protocol: HUB_PROTOCOL, spaces: [{ id: space, after, mark }], push: [...push] };
  const reply = await askHub(login, 'sync', asked, { signal });
  const said = reply.spaces.find(({ id }) => id === space);
  return {
    ...{ reply, head: said?.head ?? 0, generation: said?.generation ?? 0, hasMore: said?.more ?? false },
    records: said?.records ?? [],
    cursor: { after: said?.cursor ?? 0, mark: said?.mark ?? '' },
  };
}

/** Every record of a space; the last page says where it stands. */
export async function wholeSpace(
  login: HubLogin,
  space: string,
  { signal, onPage }: { signal?: AbortSignal | undefined; onPage?: (reply: SyncReply) => void } = {},
): Promise<SpacePage> {
  const records: unknown[] = [];
  let page = await pageOf(login, space, { signal });
  for (;;) {
    onPage?.(page.reply);
    records.push(...page.records);
    if (!page.hasMore) return { ...page, records };
    page = await pageOf(login, space, { ...page.cursor, signal });
  }
}
