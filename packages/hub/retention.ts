import { type HubAsked, type HubReply, RETENTION } from '@sqrl/base/model/sync/hub-protocol.ts';
import { endOf, timeAfter } from '@sqrl/base/model/sync/memory-state.ts';
import { joinStates, type SharedState } from '@sqrl/base/model/sync/registers.ts';
import { audit, type Caller, type OrgTransaction, rowsOf, spaceFor } from './caller.ts';
import type { HubDb } from './db.ts';
import { badValue } from './failure.ts';
import { writeRows } from './push.ts';
import { RECORD_COLUMNS, type RecordRow, restated } from './records.ts';

const DAY_MS = 86_400_000;
const BATCH_ROWS = 500;

/** Has a space forget what was not changed for some days; null keeps everything. What is older goes at once. */
export async function setRetention(
  at: Caller,
  { space: id, days }: HubAsked<'retention'>,
): Promise<HubReply<'retention'>> {
  const space = await spaceFor(at, id, 'owner', true);
  if (space.kind === 'personal')
    throw badValue('A personal space keeps everything: it is its person’s alone.');
  await rowsOf(at, 'update hub.space set retention_days = $3 where org = $1 and id = $2', space.id, days);
  await audit(at, 'set the retention', { space: space.id, days });
  return { days, erased: days === null ? 0 : await expire(at, space, days) };
}

/** Erases what is too old, in all spaces with a retention; says how many records that were. */
export function expireAll(db: HubDb, now: number): Promise<number> {
  return db.asOperator(async (query) => {
    let erased = 0;
    const spaces = await query<{ org: string; id: string; head: number; days: number }>(
      `select org, id, head, retention_days as days from hub.space
        where retention_days is not null order by org, id for update`,
    );
    for (const { org, days, ...space } of spaces) erased += await expire({ query, org, now }, space, days);
    return erased;
  });
}

/**
 * Leaves a tombstone of each record of a locked space that is too old. Devices remove it with their next sync; its author
 * keeps their own.
 */
async function expire(
  at: OrgTransaction,
  space: { id: string; head: number },
  days: number,
): Promise<number> {
  let head = space.head;
  for (;;) {
    const rows = await rowsOf<RecordRow>(
      at,
      `select ${RECORD_COLUMNS} from hub.record
        where org = $1 and space = $2 and updated_at < $3 and state not like '{"gone":%'
        order by seq limit ${BATCH_ROWS}`,
      ...[space.id, at.now - days * DAY_MS],
    );
    if (rows.length === 0) break;
    const ended = rows.map((row) => {
      const state = JSON.parse(row.state) as SharedState;
      const stamp = { at: timeAfter(state, at.now), device: RETENTION, tag: '', person: '' };
      return restated(row, joinStates(state, endOf(state, stamp)));
    });
    await writeRows(at, { id: space.id, head }, ended);
    head += rows.length;
  }
  const erased = head - space.head;
  if (erased > 0) await audit(at, 'erased what was too old', { space: space.id, days, records: erased });
  return erased;
}
