import { HUB_KINDS, HUB_LIMITS, type ResealRequest } from '@sqrl/base/model/sync/hub-protocol.ts';
import { canonical, isRegister } from '@sqrl/base/model/sync/registers.ts';
import { isSealedState } from '@sqrl/base/model/sync/sealed-form.ts';
import { audit, type Caller, doneBy, hashed, spaceFor } from './caller.ts';
import type { Query } from './db.ts';
import { badForm, RequestFailure } from './failure.ts';
import { writeRows } from './push.ts';
import { RECORD_COLUMNS, type RecordRow } from './records.ts';

/**
 * Puts every record of a sealed space under a new key, in one transaction: two seals of one value cannot be joined, so from
 * here on nothing is taken that was sealed with the old one.
 */
export async function resealSpace(
  query: Query,
  caller: Caller,
  body: unknown,
  now: number,
): Promise<{ generation: number }> {
  const { space: id, head, generation, records } = (body ?? {}) as Partial<ResealRequest>;
  if (!Array.isArray(records)) throw badForm('records is a list');
  const space = await spaceFor(query, caller, { id, role: 'owner', lock: true });
  if (!space.sealed) throw badForm('the space is not sealed');
  if (space.head !== head || space.generation !== generation)
    throw new RequestFailure(409, 'changed', 'The space was changed meanwhile.', 'Try again.');
  const { org } = caller;
  const rows = await query<RecordRow>(
    `select ${RECORD_COLUMNS} from hub.record where org = $1 and space = $2 order by seq`,
    [org, space.id],
  );
  const given = new Map(
    records.filter(isSealedRecord).map(([kind, key, state]) => [`${kind} ${key}`, state]),
  );
  const resealed = rows.map((row) => {
    const state = given.get(`${row.kind} ${row.id}`);
    if (!state) throw badForm(`record ${row.id} is missing, or not sealed`);
    const text = canonical(state);
    if (text.length > HUB_LIMITS.state) throw badForm(`record ${row.id} is too large`);
    return { ...row, state: text, hash: hashed(text) };
  });
  await writeRows(query, { org, space: space.id, head: space.head, now }, resealed);
  await query('update hub.space set generation = $3 where org = $1 and id = $2', [
    org,
    space.id,
    generation + 1,
  ]);
  await audit(query, doneBy(caller, now), 'changed the code of a sealed space', { space: space.id });
  return { generation: generation + 1 };
}

const isSealedRecord = (said: unknown): said is ResealRequest['records'][number] => {
  if (!Array.isArray(said)) return false;
  const [kind, id, state] = said as unknown[];
  return (
    HUB_KINDS.includes(kind as never) &&
    typeof id === 'string' &&
    typeof state === 'object' &&
    state !== null &&
    Object.values(state).every(isRegister) &&
    isSealedState(state as never)
  );
};
