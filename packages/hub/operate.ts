import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { HUB_ROLES, type HubKind, type HubPerson, type HubRole } from '@sqrl/base/model/sync/hub-protocol.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { backupHub, type CopiedHub, restoreHub } from './backup.ts';
import { audit, newId, type OrgTransaction, rowOf, rowsOf } from './caller.ts';
import type { HubDb, Query } from './db.ts';
import { askHolder, holdFolder } from './hold-folder.ts';
import { type HubPlace, openHubDb } from './open.ts';
import { writeInvite } from './pair.ts';
import { setQuota } from './push.ts';
import { auditEntries, eraseRow, recordAt } from './review.ts';
import { insertOrg } from './spaces.ts';

const OPERATIONS = {
  /** A code for the first person of an organization, for a further one, or for a further device of one. */
  invite(db: HubDb, { org, person, role }: { org?: string; person?: string; role?: HubRole }, now: number) {
    if (role !== undefined && !HUB_ROLES.includes(role))
      throw new Problem(`Unknown role "${role}".`, `Roles: ${HUB_ROLES.join(', ')}.`, 'usage');
    return db.asOperator(async (query) => {
      const { orgs, found } = await findOrgs(query, org);
      const isNew = found.length === 0;
      const at = { query, now, org: isNew ? newId() : onlyOrg(found, orgs).id };
      const name = isNew ? (await insertOrg(at, org ?? 'home')).name : found[0]!.name;
      const known = person === undefined ? null : await personNamed(at, person);
      const isFirst = !(await rowOf(at, 'select 1 from hub.person where org = $1 limit 1'));
      const as = role ?? (isFirst ? 'owner' : 'member');
      const reply = await writeInvite(at, { person: known, space: at.org, role: as, by: null });
      await audit(at, 'invited from the hub', { person: known, role: as });
      return { ...reply, org: name, person: person ?? null, role: as, isNew };
    });
  },

  async backup(db: HubDb, { file }: { file: string }, now: number) {
    if (existsSync(file))
      throw new Problem(`${file} exists.`, 'Choose another name. Nothing was changed.', 'usage');
    const copied = await backupHub(db, file, now);
    await noteEverywhere(db, 'backed up', now);
    return copied;
  },

  audit: (db: HubDb, { org }: { org?: string }, now: number) =>
    db.asOperator(async (query) => {
      const all = [];
      for (const { id, name } of (await findOrgs(query, org)).found)
        for (const entry of await auditEntries({ query, org: id, now })) all.push({ org: name, ...entry });
      return { entries: all.sort((a, b) => b.at - a.at) };
    }),

  erase: (db: HubDb, { id }: { id: string }, now: number) =>
    db.asOperator(async (query) => {
      const rows = await query<{
        org: string;
        space: string;
        kind: HubKind;
        name: string;
        spaceName: string;
      }>(
        `select r.org, r.space, r.kind, o.name, s.name as "spaceName"
           from hub.record r join hub.org o on o.id = r.org join hub.space s on s.org = r.org and s.id = r.space
          where r.id = $1 order by r.org, r.space`,
        [id],
      );
      const erased = [];
      for (const { org, space, kind, name, spaceName } of rows) {
        const at = { query, org, now };
        const sql = 'select id, head from hub.space where org = $1 and id = $2 for update';
        const locked = await rowOf<{ id: string; head: number }>(at, sql, space);
        const { unseen } = await eraseRow(at, locked!, await recordAt(at, space, { kind, id }));
        erased.push({ org: name, space: spaceName, kind, unseen });
      }
      return { erased };
    }),

  quota: (db: HubDb, { org, newPerDay }: { org?: string; newPerDay: number }, now: number) =>
    db.asOperator(async (query) => {
      const { id, name } = await knownOrg(query, org);
      await setQuota({ query, org: id, now }, newPerDay);
      return { org: name, newPerDay };
    }),
};

export type HubOperation = keyof typeof OPERATIONS;
type Operated<V extends HubOperation> = Awaited<ReturnType<(typeof OPERATIONS)[V]>>;
export type OperatorInvite = Operated<'invite'>;

export const isOperation = (verb: string): verb is HubOperation => Object.hasOwn(OPERATIONS, verb);

export const carryOut = (db: HubDb, verb: HubOperation, input: object, now: number): Promise<object> =>
  (OPERATIONS[verb] as (db: HubDb, input: object, now: number) => Promise<object>)(db, input, now);

/** Puts a backup into the hub; every organization's log says so. */
export async function restoreByOperator(
  db: HubDb,
  { file, replace }: { file: string; replace: boolean },
  now: number,
): Promise<CopiedHub> {
  const copied = await restoreHub(db, file, replace);
  await noteEverywhere(db, 'restored from a backup', now);
  return copied;
}

const noteEverywhere = (db: HubDb, did: string, now: number): Promise<void> =>
  db.asOperator(async (query) => {
    for (const { id: org } of (await findOrgs(query, undefined)).orgs) await audit({ query, org, now }, did);
  });

/** Has the hub that runs do it; where none runs, or it is a PostgreSQL, this process does. */
export async function operate<V extends HubOperation>(
  place: HubPlace,
  { verb, input, now, log }: { verb: V; input: object; now: number; log: (line: string) => void },
): Promise<Operated<V>> {
  const answered = place.database === undefined ? await askHolder(place.folder, verb, input) : undefined;
  if (answered === undefined && verb !== 'invite') refuseNoHub(place);
  return (answered ?? (await withHub(place, log, (db) => carryOut(db, verb, input, now)))) as never;
}

/** Opens the hub's database in this process; for the embedded one no other may have it. */
export async function withHub<T>(
  place: HubPlace,
  log: (line: string) => void,
  work: (db: HubDb) => Promise<T>,
): Promise<T> {
  mkdirSync(place.folder, { recursive: true, mode: 0o700 });
  const held = place.database === undefined ? await holdFolder(place.folder) : undefined;
  let db: HubDb | undefined;
  try {
    db = await openHubDb(place, log);
    return await work(db);
  } finally {
    await db?.close();
    await new Promise((resolve) => (held ? held.close(resolve) : resolve(undefined)));
  }
}

/** What reads a hub must not make one. */
function refuseNoHub({ folder, database }: HubPlace): void {
  if (database === undefined && !existsSync(join(folder, 'pglite')))
    throw new Problem(
      `There is no hub in ${folder}.`,
      'Name its folder with --dir or its PostgreSQL with --database; `sqrl-hub serve` starts a new one.',
      'not_found',
    );
}

/** An organization by its name; without one, the only one. */
export async function knownOrg(query: Query, wanted: string | undefined): Promise<HubPerson> {
  const { orgs, found } = await findOrgs(query, wanted);
  return onlyOrg(found, orgs);
}

async function findOrgs(query: Query, wanted: string | undefined) {
  const orgs = await query<HubPerson>('select id, name from hub.org order by name, id');
  return { orgs, found: wanted === undefined ? orgs : orgs.filter(({ name }) => name === wanted) };
}

function onlyOrg(found: readonly HubPerson[], all: readonly HubPerson[]): HubPerson {
  if (found.length === 1) return found[0]!;
  throw new Problem(
    found.length === 0 ? 'The hub has no such organization.' : 'The hub has several organizations.',
    `Pass --org with one of: ${all.map(({ name }) => name).join(', ')}.`,
    'usage',
  );
}

async function personNamed(at: OrgTransaction, name: string): Promise<string> {
  const found = await rowsOf<{ id: string }>(
    at,
    `select p.id from hub.person p join hub.member m on m.org = p.org and m.space = p.org and m.person = p.id
      where p.org = $1 and (p.name = $2 or p.id = $2)`,
    name,
  );
  if (found.length === 1) return found[0]!.id;
  const [message, hint] =
    found.length === 0
      ? [
          `No person named "${name}" in the organization.`,
          'For a new person, leave --person out: they give their name themselves.',
        ]
      : [`Several people are named "${name}".`, 'Pass their id.'];
  throw new Problem(message, hint, 'not_found');
}
