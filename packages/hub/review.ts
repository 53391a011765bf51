import {
  type AuditEntry,
  HUB_KINDS,
  type HubDevice,
  type HubKind,
  type RecordFacts,
  type ReviewRequest,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { endOf, isEnded, timeAfter } from '@sqrl/base/model/sync/memory-state.ts';
import { canonical, joinStates, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { sealedTexts, withheld } from '@sqrl/base/model/sync/sealed-form.ts';
import { audit, type Caller, type CallersSpace, doneBy, hashed, isAtLeast, spaceFor } from './caller.ts';
import type { Query } from './db.ts';
import { badForm, notFound, RequestFailure } from './failure.ts';
import { hasOtherReviewer, RECORD_ID, writeRows } from './push.ts';
import { isReviewed, namesOf, RECORD_COLUMNS, type RecordRow, recordsToldTo } from './records.ts';
import { selectDevices } from './spaces.ts';

/** Approves or dismisses a proposal, exactly as the reviewer saw it. */
export async function reviewRecord(
  query: Query,
  caller: Caller,
  body: unknown,
  now: number,
): Promise<{ facts: RecordFacts }> {
  const { space: id, kind, id: record, tag, hash, verdict } = (body ?? {}) as ReviewRequest;
  if (verdict !== 'approve' && verdict !== 'dismiss') throw badForm('verdict is approve or dismiss');
  const space = await spaceFor(query, caller, { id, role: 'maintainer', lock: true });
  const row = await recordAt(query, caller.org, space.id, { kind, id: record });
  if (!isReviewed(space.kind, row.kind)) throw badForm('records of this space are not reviewed');
  const by = JSON.parse(row.by) as Record<string, string>;
  if (row.hash !== hash || !Object.hasOwn(by, tag))
    throw new RequestFailure(409, 'changed', 'It was changed since you saw it.', 'Sync, and look again.');
  const isOwn = row.changed_by === caller.person.id || Object.values(by).includes(caller.person.id);
  if (verdict === 'approve' && isOwn && (await hasOtherReviewer(query, caller, space.id)))
    throw new RequestFailure(409, 'own', 'Your own words are for another maintainer to review.');
  const reviewed = {
    ...row,
    ...{
      reviewed_hash: hash,
      reviewed_by: caller.person.id,
      dismissed: verdict === 'dismiss',
      seq: space.head + 1,
    },
  };
  await writeRows(query, { org: caller.org, space: space.id, head: space.head, now }, [reviewed]);
  await audit(query, doneBy(caller, now), verdict === 'approve' ? 'approved' : 'dismissed', {
    ...{ space: space.id, kind, id: record, hash },
  });
  const [told] = await recordsToldTo(query, caller, space, [reviewed]);
  return { facts: told![3] };
}

/** Empties a record for good, and lists the devices that have not heard of it. */
export async function eraseRecord(
  query: Query,
  caller: Caller,
  body: unknown,
  now: number,
): Promise<{ unseen: HubDevice[] }> {
  const { space: at, kind, id } = (body ?? {}) as { space: unknown; kind: HubKind; id: string };
  const space = await spaceFor(query, caller, { id: at, role: 'viewer', lock: true });
  const row = await recordAt(query, caller.org, space.id, { kind, id });
  if (row.author !== caller.person.id && !isAtLeast(space.role, 'owner'))
    throw new RequestFailure(403, 'role', 'Only its author or an owner of the space erases a record.');
  // Its end is sealed too: a device writes it, and asks here who has not seen it.
  if (space.sealed) return { unseen: await devicesBefore(query, caller.org, space.id, row.seq) };
  return eraseRow(query, { org: caller.org, space, row, by: doneBy(caller, now), now });
}

/** The same by the person who runs the hub; of a sealed record only what the hub has goes, and devices keep it. */
export async function eraseRow(
  query: Query,
  erasing: {
    org: string;
    space: Pick<CallersSpace, 'id' | 'head'>;
    row: RecordRow;
    by: Parameters<typeof audit>[1];
    now: number;
  },
): Promise<{ unseen: HubDevice[] }> {
  const { org, space, row, by, now } = erasing;
  const state = JSON.parse(row.state) as SharedState;
  let seq = row.seq;
  const isSealed = Object.keys(sealedTexts(state)).length > 0;
  if (isSealed || (!isEnded(state) && !state.sealed)) {
    const stamp = { at: timeAfter(state, now), device: 'hub', tag: '', person: '' };
    const ended = canonical(joinStates(state, isSealed ? withheld(state) : endOf(state, stamp)));
    seq = space.head + 1;
    const erased = { ...row, state: ended, hash: hashed(ended), by: '{}', seq };
    await writeRows(query, { org, space: space.id, head: space.head, now }, [erased]);
    await audit(query, by, 'erased', { space: space.id, kind: row.kind, id: row.id });
  }
  return { unseen: await devicesBefore(query, org, space.id, seq) };
}

/** Devices of a space that have not read up to a seq. */
const devicesBefore = (query: Query, org: string, space: string, seq: number): Promise<HubDevice[]> =>
  selectDevices(
    query,
    org,
    `and d.revoked_at is null
       and d.person in (select person from hub.member where org = $1 and space = $2)
       and coalesce((select seq from hub.seen s where s.org = $1 and s.space = $2 and s.device = d.id), 0) < $3`,
    [space, seq],
  );

export async function recordAt(
  query: Query,
  org: string,
  space: string,
  { kind, id }: { kind: unknown; id: unknown },
): Promise<RecordRow> {
  const isOne = HUB_KINDS.includes(kind as HubKind) && typeof id === 'string' && RECORD_ID.test(id);
  if (!isOne) throw notFound('the record');
  const [row] = await query<RecordRow>(
    `select ${RECORD_COLUMNS} from hub.record where org = $1 and space = $2 and kind = $3 and id = $4`,
    [org, space, kind, id],
  );
  if (!row) throw notFound('the record');
  return row;
}

const MAX_ENTRIES = 500;

/** What was done in a space, for its owners; in the organization's own space, everywhere. */
export async function auditOf(
  query: Query,
  caller: Caller,
  space: unknown,
): Promise<{ entries: AuditEntry[] }> {
  const { id } = await spaceFor(query, caller, { id: space, role: 'owner' });
  return auditEntries(query, caller.org, id === caller.org ? undefined : id);
}

export async function auditEntries(
  query: Query,
  org: string,
  space: string | undefined,
): Promise<{ entries: AuditEntry[] }> {
  const rows = await query<Omit<AuditEntry, 'person' | 'what'> & { person: string | null; what: string }>(
    `select at, person, device, did, what from hub.audit
      where org = $1 and ($2::text is null or what::json ->> 'space' = $2) order by at desc, id limit ${MAX_ENTRIES}`,
    [org, space ?? null],
  );
  const nameOf = await namesOf(query, org, [...new Set(rows.flatMap(({ person }) => person ?? []))]);
  return {
    entries: rows.map(({ at, person, device, did, what }) => ({
      ...{ at, device, did, person: person === null ? null : nameOf(person), what: JSON.parse(what) },
    })),
  };
}
