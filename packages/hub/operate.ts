import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  type AuditEntry,
  HUB_ROLES,
  type HubDevice,
  type HubPerson,
  type HubRole,
  type InviteReply,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { backupHub, type CopiedHub, restoreHub } from './backup.ts';
import { audit, newId } from './caller.ts';
import type { HubDb, Query } from './db.ts';
import { askHolder, holdFolder } from './hold-folder.ts';
import { type HubPlace, openHubDb } from './open.ts';
import { writeInvite } from './pair.ts';
import { setQuota } from './push.ts';
import { auditEntries, eraseRow, recordAt } from './review.ts';
import { insertOrg } from './spaces.ts';

/** What the person who runs a hub can have it do, from its own machine. */
const OPERATIONS = {
  invite: inviteByOperator,
  backup: backupByOperator,
  audit: auditByOperator,
  erase: eraseByOperator,
  quota: quotaByOperator,
};

async function quotaByOperator(
  db: HubDb,
  { org, newPerDay }: { org?: string; newPerDay: number },
  now: number,
): Promise<{ org: string; newPerDay: number }> {
  return db.asOperator(async (query) => {
    const { id, name } = await knownOrg(query, org);
    await setQuota(query, { org: id, now }, newPerDay);
    return { org: name, newPerDay };
  });
}

export type HubOperation = keyof typeof OPERATIONS;

export const isOperation = (verb: string): verb is HubOperation => Object.hasOwn(OPERATIONS, verb);

export const carryOut = (db: HubDb, verb: HubOperation, input: object, now: number): Promise<object> =>
  (OPERATIONS[verb] as (db: HubDb, input: object, now: number) => Promise<object>)(db, input, now);

async function backupByOperator(
  db: HubDb,
  { file }: { file: string },
  now: number,
): Promise<CopiedHub & { bytes: number }> {
  if (existsSync(file))
    throw new Problem(`${file} exists.`, 'Choose another name. Nothing was changed.', 'usage');
  const copied = await backupHub(db, file, now);
  await noteEverywhere(db, 'backed up', now);
  return copied;
}

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
    for (const { id } of await query<{ id: string }>('select id from hub.org'))
      await audit(query, { org: id, now }, did);
  });

/** Has the hub that runs do it; where none runs, or it is a PostgreSQL, this process does. */
export async function operate<V extends HubOperation>(
  place: HubPlace,
  { verb, input, now, log }: { verb: V; input: object; now: number; log: (line: string) => void },
): Promise<Awaited<ReturnType<(typeof OPERATIONS)[V]>>> {
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

export interface OperatorInvite extends InviteReply {
  org: string;
  person: string | null;
  role: HubRole;
  /** The organization was made for it. */
  isNew: boolean;
}

/** A code for the first person of an organization, for a further one, or for a further device of one. */
function inviteByOperator(
  db: HubDb,
  { org, person, role }: { org?: string; person?: string; role?: HubRole },
  now: number,
): Promise<OperatorInvite> {
  if (role !== undefined && !HUB_ROLES.includes(role))
    throw new Problem(`Unknown role "${role}".`, `Roles: ${HUB_ROLES.join(', ')}.`, 'usage');
  return db.asOperator(async (query) => {
    const { id, name, isNew } = await orgNamed(query, org, now);
    const known = person === undefined ? undefined : await personNamed(query, id, person);
    const [{ people } = { people: 0 }] = await query<{ people: number }>(
      'select count(*)::int as people from hub.person where org = $1',
      [id],
    );
    const as = role ?? (people === 0 ? 'owner' : 'member');
    const reply = await writeInvite(
      query,
      { org: id, person: known ?? null, space: id, role: as, by: null },
      now,
    );
    await audit(query, { org: id, now }, 'invited from the hub', { person: known ?? null, role: as });
    return { ...reply, org: name, person: person ?? null, role: as, isNew };
  });
}

async function orgNamed(
  query: Query,
  wanted: string | undefined,
  now: number,
): Promise<HubPerson & { isNew: boolean }> {
  const { orgs, found } = await findOrgs(query, wanted);
  if (found.length === 0)
    return { ...(await insertOrg(query, { id: newId(), name: wanted ?? 'home' }, now)), isNew: true };
  return { ...onlyOrg(found, orgs), isNew: false };
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

async function personNamed(query: Query, org: string, name: string): Promise<string> {
  const found = await query<{ id: string }>(
    `select p.id from hub.person p join hub.member m on m.org = p.org and m.space = p.org and m.person = p.id
      where p.org = $1 and (p.name = $2 or p.id = $2)`,
    [org, name],
  );
  if (found.length === 1) return found[0]!.id;
  throw new Problem(
    found.length === 0
      ? `No person named "${name}" in the organization.`
      : `Several people are named "${name}".`,
    found.length === 0
      ? 'For a new person, leave --person out: they give their name themselves.'
      : 'Pass their id.',
    'not_found',
  );
}

function auditByOperator(
  db: HubDb,
  { org }: { org?: string },
): Promise<{ entries: (AuditEntry & { org: string })[] }> {
  return db.asOperator(async (query) => {
    const { found } = await findOrgs(query, org);
    const all = [];
    for (const { id, name } of found)
      for (const entry of (await auditEntries(query, id, undefined)).entries)
        all.push({ org: name, ...entry });
    return { entries: all.sort((a, b) => b.at - a.at) };
  });
}

interface OperatorErase {
  erased: { org: string; space: string; kind: string; unseen: HubDevice[] }[];
}

/** Erases every record with an id, in whatever space it is. */
function eraseByOperator(db: HubDb, { id }: { id: string }, now: number): Promise<OperatorErase> {
  return db.asOperator(async (query) => {
    const rows = await query<{ org: string; space: string; kind: string; name: string; space_name: string }>(
      `select r.org, r.space, r.kind, o.name, s.name as space_name
         from hub.record r join hub.org o on o.id = r.org join hub.space s on s.org = r.org and s.id = r.space
        where r.id = $1 order by r.org, r.space`,
      [id],
    );
    const erased: OperatorErase['erased'] = [];
    for (const { org, space, kind, name, space_name } of rows) {
      const [locked] = await query<{ id: string; head: number }>(
        'select id, head from hub.space where org = $1 and id = $2 for update',
        [org, space],
      );
      const row = await recordAt(query, org, space, { kind, id });
      const { unseen } = await eraseRow(query, { org, space: locked!, row, by: { org, now }, now });
      erased.push({ org: name, space: space_name, kind, unseen });
    }
    return { erased };
  });
}
