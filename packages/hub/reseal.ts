import { HUB_LIMITS, type HubAsked } from '@sqrl/base/model/sync/hub-protocol.ts';
import { isSealedState } from '@sqrl/base/model/sync/sealed-form.ts';
import { audit, type Caller, rowsOf, spaceFor } from './caller.ts';
import { badForm, RequestFailure } from './failure.ts';
import { writeRows } from './push.ts';
import { RECORD_COLUMNS, type RecordRow, restated } from './records.ts';

/**
 * Puts every record of a sealed space under a new key, in one transaction: two seals of one value cannot be joined, so from
 * here on nothing is taken that was sealed with the old one.
 */
export async function resealSpace(
  at: Caller,
  { space: id, head, generation, records }: HubAsked<'reseal'>,
): Promise<{ generation: number }> {
  const space = await spaceFor(at, id, 'owner', true);
  if (!space.sealed) throw badForm('the space is not sealed');
  if (space.head !== head || space.generation !== generation)
    throw new RequestFailure(409, 'changed', 'The space was changed meanwhile.', 'Try again.');
  const sql = `select ${RECORD_COLUMNS} from hub.record where org = $1 and space = $2 order by seq`;
  const rows = await rowsOf<RecordRow>(at, sql, space.id);
  const given = new Map(records.map(([kind, key, state]) => [`${kind} ${key}`, state]));
  const resealed = rows.map((row) => {
    const state = given.get(`${row.kind} ${row.id}`);
    if (!state || !isSealedState(state)) throw badForm(`record ${row.id} is missing, or not sealed`);
    const next = restated(row, state);
    if (next.state.length > HUB_LIMITS.state) throw badForm(`record ${row.id} is too large`);
    return next;
  });
  await writeRows(at, space, resealed);
  const next = generation + 1;
  await rowsOf(at, 'update hub.space set generation = $3 where org = $1 and id = $2', space.id, next);
  await audit(at, 'changed the code of a sealed space', { space: space.id });
  return { generation: next };
}
