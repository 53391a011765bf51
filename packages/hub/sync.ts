import {
  type DeviceKey,
  HUB_LIMITS,
  HUB_PROTOCOLS,
  type HubAsked,
  type PushedRecord,
  type SyncedSpace,
  type SyncReply,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import {
  audit,
  type Caller,
  type CallersSpace,
  hashed,
  type ReadSpace,
  rowOf,
  rowsOf,
  spacesOf,
} from './caller.ts';
import { badForm, RequestFailure } from './failure.ts';
import { pushRecords } from './push.ts';
import { RECORD_COLUMNS, type RecordRow, recordsToldTo } from './records.ts';
import { headOf } from './spaces.ts';

/** Takes what a device has, and answers with what it has not; in one transaction. */
export async function syncDevice(
  at: Caller,
  { push, spaces: asked, publicKey }: HubAsked<'sync'>,
): Promise<{ reply: SyncReply; changed: number }> {
  if (push.length > HUB_LIMITS.pushed)
    throw new RequestFailure(
      413,
      'tooLarge',
      `A request has at most ${HUB_LIMITS.pushed} records, not ${push.length}.`,
    );
  // Rows are locked in one order, spaces, device, cursors: two requests of one device would wait for each other else.
  const { refused, changed } = await pushRecords(at, push);
  if (publicKey !== undefined && publicKey !== at.publicKey) await noteKey(at, publicKey);
  await noteSeen(at);
  const spaces = await spacesOf(at);
  const page = { rows: PAGE_ROWS, bytes: PAGE_BYTES };
  const synced: SyncedSpace[] = [];
  for (const space of spaces) {
    const wanted = asked.findLast(({ id }) => id === space.id);
    synced.push(wanted ? await pull(at, space, wanted, page) : untouched(space));
  }
  const reply: SyncReply = {
    ...{ now: at.now, device: at.device, person: at.person, spaces: synced, refused },
    ...{ live: liveOf(spaces), keys: await keysFor(at, synced) },
  };
  return { reply, changed };
}

/** A device of another version is told so, whatever else it says. */
export function checkProtocol(body: unknown): void {
  const { protocol } = (body ?? {}) as { protocol?: unknown };
  if (typeof protocol !== 'number') throw badForm('protocol is missing');
  const [from, to] = HUB_PROTOCOLS;
  if (protocol < from || protocol > to)
    throw new RequestFailure(
      426,
      'protocol',
      `This hub speaks protocol ${from === to ? to : `${from} to ${to}`}, and the device ${protocol}.`,
      protocol > to ? 'Update the hub.' : 'Update Squirrel on the device.',
    );
}

/** The space that a request locks first; undefined where it changes none. */
export const lockedFirst = ({ push }: HubAsked<'sync'>): string | undefined =>
  push
    .map((said) => (said as Partial<PushedRecord> | null)?.space)
    .filter((space) => typeof space === 'string')
    .sort()[0];

/** Changes when one of the caller's spaces moves, comes, goes, or gives them another role. */
export const liveOf = (spaces: readonly CallersSpace[]): string =>
  hashed(JSON.stringify(spaces.map(({ id, role, head, mark }) => [id, role, head, mark]))).slice(0, 16);

/** One reply has at most this much, of all spaces together; one record always fits. */
const PAGE_ROWS = 1000;
const PAGE_BYTES = 4_000_000;

/** A device says itself what it signs with. Others pinned its first key, so a second one is for people to look at. */
async function noteKey(at: Caller, key: string): Promise<void> {
  const { device, publicKey } = at;
  await rowsOf(at, 'update hub.device set public_key = $3 where org = $1 and id = $2', device, key);
  const did = publicKey === null ? 'signs from now on' : 'exchanged the key that it signs with';
  await audit(at, did, { device });
}

/** The keys of the people who worded the records of a reply, revoked devices included: what they said stays said. */
async function keysFor(at: Caller, spaces: readonly SyncedSpace[]): Promise<DeviceKey[]> {
  const people = new Set(
    spaces.flatMap(({ kind, records }) =>
      kind === 'personal'
        ? []
        : records.flatMap(([, , , { author, by }]) => [author, ...Object.values(by)].map(({ id }) => id)),
    ),
  );
  if (people.size === 0) return [];
  const rows = await rowsOf<{ device: string; person: string; name: string; key: string }>(
    at,
    `select d.id as device, d.person, p.name, d.public_key as key
       from hub.device d join hub.person p on p.org = d.org and p.id = d.person
      where d.org = $1 and d.person = any($2) and d.public_key is not null order by d.id`,
    [...people],
  );
  return rows.map(({ device, person, name, key }) => ({ device, person: { id: person, name }, key }));
}

/** As it stands for a device that does not want its records. */
const untouched = (space: CallersSpace): SyncedSpace => ({
  ...headOf(space),
  ...{ cursor: 0, mark: '', more: space.head > 0, rewound: false, records: [] },
});

async function pull(
  at: Caller,
  space: ReadSpace,
  { after: said, mark }: { after: number; mark: string },
  page: { rows: number; bytes: number },
): Promise<SyncedSpace> {
  const { id, head } = space;
  const after = Math.max(0, said);
  const noteRead = () => (space.read === after ? undefined : writeRead(at, id, after));
  // The usual case: nothing happened.
  if (after === head && mark === space.mark) {
    await noteRead();
    return { ...headOf(space), cursor: head, mark, more: false, rewound: false, records: [] };
  }
  const isKnown = after === 0 || (after <= head && mark === (await markAt(at, id, after)));
  const from = isKnown ? after : 0;
  if (isKnown && after > 0) await noteRead();
  const rows =
    page.rows > 0 && page.bytes > 0
      ? await rowsOf<RecordRow & { total: number }>(
          at,
          `select ${RECORD_COLUMNS}, total from (
             select *, sum(octet_length(state)) over (order by seq) as total from (
               select * from hub.record where org = $1 and space = $2 and seq > $3 order by seq limit $4) page) sized
            where total - octet_length(state) < $5 order by seq`,
          ...[id, from, page.rows, page.bytes],
        )
      : [];
  page.rows -= rows.length;
  page.bytes -= Number(rows.at(-1)?.total ?? 0);
  const isFull = page.rows <= 0 || page.bytes <= 0;
  const cursor = isFull ? (rows.at(-1)?.seq ?? from) : head;
  return {
    ...{ ...headOf(space), cursor, more: cursor < head, rewound: !isKnown },
    mark: cursor === 0 ? '' : await markAt(at, id, cursor),
    records: await recordsToldTo(at, space, rows),
  };
}

/** The mark of the batch that a seq belongs to; a hub that was put back has given it to another. */
async function markAt(at: Caller, space: string, seq: number): Promise<string> {
  const sql = 'select mark from hub.batch where org = $1 and space = $2 and seq >= $3 order by seq limit 1';
  return (await rowOf<{ mark: string }>(at, sql, space, seq))?.mark ?? '';
}

/** A device that asks for what comes after a seq has everything up to it. */
const writeRead = (at: Caller, space: string, seq: number): Promise<unknown> =>
  rowsOf(
    at,
    `insert into hub.seen (org, space, device, seq) values ($1, $2, $3, $4)
     on conflict (org, space, device) do update set seq = excluded.seq`,
    ...[space, at.device, seq],
  );

const SEEN_EVERY_MS = 60_000;

async function noteSeen(at: Caller): Promise<void> {
  const { device, seenAt, now } = at;
  if (seenAt !== null && now - seenAt < SEEN_EVERY_MS && now >= seenAt) return;
  await rowsOf(at, 'update hub.device set seen_at = $3 where org = $1 and id = $2', device, now);
}
