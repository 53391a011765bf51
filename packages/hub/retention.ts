import { RETENTION } from '@sqrl/base/model/sync/hub-protocol.ts';
import { endOf, timeAfter } from '@sqrl/base/model/sync/memory-state.ts';
import { canonical, joinStates, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { audit, type Caller, doneBy, hashed, spaceFor } from './caller.ts';
import type { HubDb, Query } from './db.ts';
import { badValue } from './failure.ts';
import { writeRows } from './push.ts';
import { RECORD_COLUMNS, type RecordRow } from './records.ts';

const DAY_MS = 86_400_000;
const MAX_DAYS = 3650;
const BATCH_ROWS = 500;

/** Has a space forget what was not changed for some days; null keeps everything. What is older goes at once. */
export async function setRetention(
  query: Query,
  caller: Caller,
  body: unknown,
  now: number,
): Promise<{ days: number | null; erased: number }> {
  const { space: id, days } = (body ?? {}) as { space: unknown; days: unknown };
  if (days !== null && !(Number.isInteger(days) && (days as number) >= 1 && (days as number) <= MAX_DAYS))
    throw badValue(`A space keeps records for 1 to ${MAX_DAYS} days, or all of them.`);
  const space = await spaceFor(query, caller, { id, role: 'owner', lock: true });
  if (space.kind === 'personal')
    throw badValue('A personal space keeps everything: it is its person’s alone.');
  const { org } = caller;
  await query('update hub.space set retention_days = $3 where org = $1 and id = $2', [org, space.id, days]);
  await audit(query, doneBy(caller, now), 'set the retention', { space: space.id, days });
  const by = doneBy(caller, now);
  const erased = days === null ? 0 : await expire(query, { org, space, days: days as number, by, now });
  return { days: days as number | null, erased };
}

/** Erases what is too old, in all spaces with a retention; says how many records that were. */
export function expireAll(db: HubDb, now: number): Promise<number> {
  return db.asOperator(async (query) => {
    let erased = 0;
    const spaces = await query<{ org: string; id: string; head: number; days: number }>(
      `select org, id, head, retention_days as days from hub.space
        where retention_days is not null order by org, id for update`,
    );
    for (const { org, days, ...space } of spaces)
      erased += await expire(query, { org, space, days, by: { org, now }, now });
    return erased;
  });
}

interface Expiry {
  org: string;
  /** Its row is locked. */
  space: { id: string; head: number };
  days: number;
  by: Parameters<typeof audit>[1];
  now: number;
}

/** Leaves a tombstone of each record that is too old. Devices remove it with their next sync; its author keeps their own. */
async function expire(query: Query, { org, space, days, by, now }: Expiry): Promise<number> {
  let head = space.head;
  for (;;) {
    const rows = await query<RecordRow>(
      `select ${RECORD_COLUMNS} from hub.record
        where org = $1 and space = $2 and updated_at < $3 and state not like '{"gone":%'
        order by seq limit ${BATCH_ROWS}`,
      [org, space.id, now - days * DAY_MS],
    );
    if (rows.length === 0) break;
    const ended = rows.map((row) => {
      const state = JSON.parse(row.state) as SharedState;
      const stamp = { at: timeAfter(state, now), device: RETENTION, tag: '', person: '' };
      const gone = canonical(joinStates(state, endOf(state, stamp)));
      return { ...row, state: gone, hash: hashed(gone), by: '{}' };
    });
    await writeRows(query, { org, space: space.id, head, now }, ended);
    head += rows.length;
  }
  const erased = head - space.head;
  if (erased > 0)
    await audit(query, by, 'erased what was too old', { space: space.id, days, records: erased });
  return erased;
}
