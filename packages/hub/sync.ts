import {
  type DeviceKey,
  HUB_LIMITS,
  HUB_PROTOCOLS,
  type HubRecord,
  type PushedRecord,
  type SyncedSpace,
  type SyncReply,
  type SyncRequest,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { audit, type Caller, type CallersSpace, doneBy, hashed, type ReadSpace, spacesOf } from './caller.ts';
import type { Query } from './db.ts';
import { badForm, RequestFailure } from './failure.ts';
import { pushRecords } from './push.ts';
import { RECORD_COLUMNS, type RecordRow, recordsToldTo } from './records.ts';
import { headOf } from './spaces.ts';

/** Takes what a device has, and answers with what it has not; in one transaction. */
export async function syncDevice(
  query: Query,
  caller: Caller,
  body: unknown,
  now: number,
): Promise<{ reply: SyncReply; changed: number }> {
  const { push, asked, publicKey } = requestIn(body);
  // Rows are locked in one order, spaces, device, cursors: two requests of one device would wait for each other else.
  const { refused, changed } = await pushRecords(query, caller, push, now);
  if (publicKey !== undefined && publicKey !== caller.publicKey) await noteKey(query, caller, publicKey, now);
  await noteSeen(query, caller, now);
  const spaces = await spacesOf(query, caller);
  const page = { rows: PAGE_ROWS, bytes: PAGE_BYTES };
  const synced: SyncedSpace[] = [];
  for (const space of spaces) {
    const wanted = asked.get(space.id);
    synced.push(wanted ? await pull(query, caller, { space, page, ...wanted }) : untouched(space));
  }
  const reply: SyncReply = {
    now,
    device: caller.device,
    person: caller.person,
    spaces: synced,
    refused,
    live: liveOf(spaces),
    keys: await keysFor(query, caller.org, synced),
  };
  return { reply, changed };
}

/** The space that a request locks first; undefined where it changes none. */
export const lockedFirst = (body: unknown): string | undefined =>
  requestIn(body)
    .push.map((said) => (said as Partial<PushedRecord> | null)?.space)
    .filter((space) => typeof space === 'string')
    .sort()[0];

/** Changes when one of the caller's spaces moves, comes, goes, or gives them another role. */
export const liveOf = (spaces: readonly CallersSpace[]): string =>
  hashed(JSON.stringify(spaces.map(({ id, role, head, mark }) => [id, role, head, mark]))).slice(0, 16);

/** One reply has at most this much, of all spaces together; one record always fits. */
const PAGE_ROWS = 1000;
const PAGE_BYTES = 4_000_000;

interface Asked {
  after: number;
  mark: string;
}

interface AskedSync {
  push: unknown[];
  asked: Map<string, Asked>;
  publicKey: string | undefined;
}

function requestIn(body: unknown): AskedSync {
  const { protocol, spaces, push, publicKey } = (body ?? {}) as Partial<SyncRequest>;
  if (typeof protocol !== 'number') throw badForm('protocol is missing');
  const [from, to] = HUB_PROTOCOLS;
  if (protocol < from || protocol > to)
    throw new RequestFailure(
      426,
      'protocol',
      `This hub speaks protocol ${from === to ? to : `${from} to ${to}`}, and the device ${protocol}.`,
      protocol > to ? 'Update the hub.' : 'Update Squirrel on the device.',
    );
  if (!Array.isArray(spaces) || !Array.isArray(push)) throw badForm('spaces and push are lists');
  if (push.length > HUB_LIMITS.pushed)
    throw new RequestFailure(
      413,
      'tooLarge',
      `A request has at most ${HUB_LIMITS.pushed} records, not ${push.length}.`,
    );
  const asked = new Map<string, Asked>();
  for (const space of spaces) {
    if (typeof space?.id !== 'string' || typeof space.mark !== 'string' || !Number.isSafeInteger(space.after))
      throw badForm('a space has id, after and mark');
    asked.set(space.id, { after: Math.max(0, space.after), mark: space.mark });
  }
  if (publicKey !== undefined && (typeof publicKey !== 'string' || !/^[\w-]{43}$/.test(publicKey)))
    throw badForm('publicKey is an Ed25519 key in base64url');
  return { push, asked, publicKey };
}

/** A device says itself what it signs with. Others pinned its first key, so a second one is for people to look at. */
async function noteKey(query: Query, caller: Caller, key: string, now: number): Promise<void> {
  const { org, device, publicKey } = caller;
  await query('update hub.device set public_key = $3 where org = $1 and id = $2', [org, device, key]);
  const did = publicKey === null ? 'signs from now on' : 'exchanged the key that it signs with';
  await audit(query, doneBy(caller, now), did, { device });
}

/** The keys of the people who worded the records of a reply, revoked devices included: what they said stays said. */
async function keysFor(query: Query, org: string, spaces: readonly SyncedSpace[]): Promise<DeviceKey[]> {
  const people = new Set(
    spaces.flatMap(({ kind, records }) =>
      kind === 'personal'
        ? []
        : records.flatMap(([, , , { author, by }]) => [author, ...Object.values(by)].map(({ id }) => id)),
    ),
  );
  if (people.size === 0) return [];
  const rows = await query<{ device: string; person: string; name: string; key: string }>(
    `select d.id as device, d.person, p.name, d.public_key as key
       from hub.device d join hub.person p on p.org = d.org and p.id = d.person
      where d.org = $1 and d.person = any($2) and d.public_key is not null order by d.id`,
    [org, [...people]],
  );
  return rows.map(({ device, person, name, key }) => ({ device, person: { id: person, name }, key }));
}

/** As it stands for a device that does not want its records. */
const untouched = (space: CallersSpace): SyncedSpace => ({
  ...headOf(space),
  ...{ cursor: 0, mark: '', more: space.head > 0, rewound: false, records: [] },
});

async function pull(
  query: Query,
  caller: Caller,
  { space, page, after, mark }: Asked & { space: ReadSpace; page: { rows: number; bytes: number } },
): Promise<SyncedSpace> {
  const { id, head } = space;
  const noteRead = (seq: number) => (space.read === seq ? undefined : writeRead(query, caller, id, seq));
  // The usual case: nothing happened.
  if (after === head && mark === space.mark) {
    await noteRead(after);
    return { ...headOf(space), cursor: head, mark, more: false, rewound: false, records: [] };
  }
  const isKnown = after === 0 || (after <= head && mark === (await markAt(query, caller.org, id, after)));
  const from = isKnown ? after : 0;
  if (isKnown && after > 0) await noteRead(after);
  const rows =
    page.rows > 0 && page.bytes > 0
      ? await query<RecordRow & { total: number }>(
          `select ${RECORD_COLUMNS}, total from (
             select *, sum(octet_length(state)) over (order by seq) as total from (
               select * from hub.record where org = $1 and space = $2 and seq > $3 order by seq limit $4) page) sized
            where total - octet_length(state) < $5 order by seq`,
          [caller.org, id, from, page.rows, page.bytes],
        )
      : [];
  page.rows -= rows.length;
  page.bytes -= Number(rows.at(-1)?.total ?? 0);
  const isFull = page.rows <= 0 || page.bytes <= 0;
  const cursor = isFull ? (rows.at(-1)?.seq ?? from) : head;
  const records: HubRecord[] = await recordsToldTo(query, caller, space, rows);
  return {
    ...headOf(space),
    cursor,
    mark: cursor === 0 ? '' : await markAt(query, caller.org, id, cursor),
    more: cursor < head,
    rewound: !isKnown,
    records,
  };
}

/** The mark of the batch that a seq belongs to; a hub that was put back has given it to another. */
async function markAt(query: Query, org: string, space: string, seq: number): Promise<string> {
  const [found] = await query<{ mark: string }>(
    'select mark from hub.batch where org = $1 and space = $2 and seq >= $3 order by seq limit 1',
    [org, space, seq],
  );
  return found?.mark ?? '';
}

/** A device that asks for what comes after a seq has everything up to it. */
async function writeRead(query: Query, { org, device }: Caller, space: string, seq: number): Promise<void> {
  await query(
    `insert into hub.seen (org, space, device, seq) values ($1, $2, $3, $4)
     on conflict (org, space, device) do update set seq = excluded.seq`,
    [org, space, device, seq],
  );
}

const SEEN_EVERY_MS = 60_000;

async function noteSeen(query: Query, { org, device, seenAt }: Caller, now: number): Promise<void> {
  if (seenAt !== null && now - seenAt < SEEN_EVERY_MS && now >= seenAt) return;
  await query('update hub.device set seen_at = $3 where org = $1 and id = $2', [org, device, now]);
}
