import type {
  AuditEntry,
  HubAsked,
  HubDevice,
  HubKind,
  RecordFacts,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { endOf, isEnded, timeAfter } from '@sqrl/base/model/sync/memory-state.ts';
import { joinStates, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { sealedTexts, withheld } from '@sqrl/base/model/sync/sealed-form.ts';
import { audit, type Caller, isAtLeast, type OrgTransaction, rowOf, rowsOf, spaceFor } from './caller.ts';
import { badForm, notFound, RequestFailure } from './failure.ts';
import { hasOtherReviewer, writeRows } from './push.ts';
import { isReviewed, namesOf, RECORD_COLUMNS, type RecordRow, recordsToldTo, restated } from './records.ts';
import { selectDevices } from './spaces.ts';

/** Approves or dismisses a proposal, exactly as the reviewer saw it. */
export async function reviewRecord(
  at: Caller,
  { space: id, kind, id: record, tag, hash, verdict }: HubAsked<'review'>,
): Promise<{ facts: RecordFacts }> {
  const space = await spaceFor(at, id, 'maintainer', true);
  const row = await recordAt(at, space.id, { kind, id: record });
  if (!isReviewed(space.kind, row.kind)) throw badForm('records of this space are not reviewed');
  const by = JSON.parse(row.by) as Record<string, string>;
  if (row.hash !== hash || !Object.hasOwn(by, tag))
    throw new RequestFailure(409, 'changed', 'It was changed since you saw it.', 'Sync, and look again.');
  const me = at.person.id;
  const isOwn = row.changed_by === me || Object.values(by).includes(me);
  if (verdict === 'approve' && isOwn && (await hasOtherReviewer(at, space.id)))
    throw new RequestFailure(409, 'own', 'Your own words are for another maintainer to review.');
  const isDismissed = verdict === 'dismiss';
  const reviewed = {
    ...{ ...row, reviewed_hash: hash, reviewed_by: me, dismissed: isDismissed, seq: space.head + 1 },
  };
  await writeRows(at, space, [reviewed]);
  await audit(at, isDismissed ? 'dismissed' : 'approved', { space: space.id, kind, id: record, hash });
  const [told] = await recordsToldTo(at, space, [reviewed]);
  return { facts: told![3] };
}

/** Empties a record for good, and lists the devices that have not heard of it. */
export async function eraseRecord(
  at: Caller,
  { space: id, ...record }: HubAsked<'erase'>,
): Promise<{ unseen: HubDevice[] }> {
  const space = await spaceFor(at, id, 'viewer', true);
  const row = await recordAt(at, space.id, record);
  if (row.author !== at.person.id && !isAtLeast(space.role, 'owner'))
    throw new RequestFailure(403, 'role', 'Only its author or an owner of the space erases a record.');
  // Its end is sealed too: a device writes it, and asks here who has not seen it.
  if (space.sealed) return { unseen: await devicesBefore(at, space.id, row.seq) };
  return eraseRow(at, space, row);
}

/** The same by the person who runs the hub; of a sealed record only what the hub has goes, and devices keep it. */
export async function eraseRow(
  at: OrgTransaction,
  space: { id: string; head: number },
  row: RecordRow,
): Promise<{ unseen: HubDevice[] }> {
  const state = JSON.parse(row.state) as SharedState;
  let seq = row.seq;
  const isSealed = Object.keys(sealedTexts(state)).length > 0;
  if (isSealed || (!isEnded(state) && !state.sealed)) {
    const stamp = { at: timeAfter(state, at.now), device: 'hub', tag: '', person: '' };
    seq = space.head + 1;
    await writeRows(at, space, [
      restated(row, joinStates(state, isSealed ? withheld(state) : endOf(state, stamp))),
    ]);
    await audit(at, 'erased', { space: space.id, kind: row.kind, id: row.id });
  }
  return { unseen: await devicesBefore(at, space.id, seq) };
}

const devicesBefore = (at: OrgTransaction, space: string, seq: number): Promise<HubDevice[]> =>
  selectDevices(
    at,
    `and d.revoked_at is null
       and d.person in (select person from hub.member where org = $1 and space = $2)
       and coalesce((select seq from hub.seen s where s.org = $1 and s.space = $2 and s.device = d.id), 0) < $3`,
    ...[space, seq],
  );

export async function recordAt(
  at: OrgTransaction,
  space: string,
  { kind, id }: { kind: HubKind; id: string },
): Promise<RecordRow> {
  const row = await rowOf<RecordRow>(
    at,
    `select ${RECORD_COLUMNS} from hub.record where org = $1 and space = $2 and kind = $3 and id = $4`,
    ...[space, kind, id],
  );
  if (!row) throw notFound('the record');
  return row;
}

const MAX_ENTRIES = 500;

/** What was done in a space, for its owners; in the organization's own space, everywhere. */
export async function auditOf(at: Caller, { space }: HubAsked<'audit'>): Promise<{ entries: AuditEntry[] }> {
  const { id } = await spaceFor(at, space, 'owner');
  return { entries: await auditEntries(at, id === at.org ? undefined : id) };
}

export async function auditEntries(at: OrgTransaction, space?: string): Promise<AuditEntry[]> {
  const rows = await rowsOf<Omit<AuditEntry, 'person' | 'what'> & { person: string | null; what: string }>(
    at,
    `select at, person, device, did, what from hub.audit
      where org = $1 and ($2::text is null or what::json ->> 'space' = $2) order by at desc, id limit ${MAX_ENTRIES}`,
    space ?? null,
  );
  const nameOf = await namesOf(
    at,
    rows.flatMap(({ person }) => person ?? []),
  );
  return rows.map(({ person, what, ...entry }) => ({
    ...{ ...entry, person: person === null ? null : nameOf(person), what: JSON.parse(what) },
  }));
}
