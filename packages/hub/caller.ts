import { hash, randomBytes } from 'node:crypto';
import {
  HUB_ROLES,
  type HubPerson,
  type HubRole,
  type SpaceKind,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { redactSync } from '@sqrl/base/redact/redact.ts';
import { clean } from '@sqrl/base/text/clean.ts';
import type { HubDb, Query } from './db.ts';
import { badValue, notFound, RequestFailure } from './failure.ts';

/** One transaction in an organization, and who acts in it: the operator where there is no person. */
export interface OrgTransaction {
  query: Query;
  org: string;
  now: number;
  person?: HubPerson;
  device?: string;
}

/** The transaction of a person, by one of their devices or the account page. */
export interface Caller extends OrgTransaction {
  person: HubPerson;
  device: string;
  /** Signs what the hub vouches for. */
  secret: string;
  seenAt: number | null;
  newSince: number;
  newCount: number;
  /** New records that each device of the organization may add in 24 hours; null for the usual number. */
  newPerDay: number | null;
  /** What the device signs with; null until it says so. */
  publicKey: string | null;
}

/** Runs a statement that has the organization as `$1`, and further values after it. */
export const rowsOf = <Row = Record<string, unknown>>(
  { query, org }: Pick<OrgTransaction, 'query' | 'org'>,
  sql: string,
  ...values: readonly unknown[]
): Promise<Row[]> => query<Row>(sql, [org, ...values]);

export const rowOf = async <Row>(
  at: Pick<OrgTransaction, 'query' | 'org'>,
  sql: string,
  ...values: readonly unknown[]
): Promise<Row | undefined> => (await rowsOf<Row>(at, sql, ...values))[0];

export const insert = (
  at: Pick<OrgTransaction, 'query' | 'org'>,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<unknown> => {
  const names = ['org', ...Object.keys(row)];
  const places = names.map((_, i) => `$${i + 1}`).join(', ');
  return rowsOf(
    at,
    `insert into hub.${table} (${names.join(', ')}) values (${places})`,
    ...Object.values(row),
  );
};

export const newId = (): string => randomBytes(8).toString('hex');

/** Whether it can be an id of ours: what is not would only trouble the database. */
export const isId = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f]{16}$/.test(id);

export const hashed = (secret: string): string => hash('sha256', secret, 'hex');

/** A device's key; it names the organization, so that no table is ever searched without it. */
export const newKey = (org: string): string => `sqrl_${org}_${randomBytes(32).toString('base64url')}`;

const KEY = /^sqrl_([0-9a-f]{16})_[\w-]{43}$/;

/** From here on the transaction sees what this person may see. */
export async function actAs(
  { query, org }: Pick<OrgTransaction, 'query' | 'org'>,
  person: string,
): Promise<void> {
  await query(`select set_config('app.org', $1, true), set_config('app.person', $2, true)`, [org, person]);
}

export async function asCaller<T>(
  db: Pick<HubDb, 'asHub'>,
  { authorization, now }: { authorization: string | undefined; now: number },
  work: (at: Caller) => Promise<T>,
): Promise<T> {
  const key = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1] ?? '';
  const org = KEY.exec(key)?.[1];
  if (org === undefined) throw unknownKey();
  // The organization is a claim until the key is found in it.
  return db.asHub(async (query) => work(await callerOf({ query, org, now }, key)), org);
}

async function callerOf(at: OrgTransaction, key: string): Promise<Caller> {
  const found = await rowOf<Omit<Caller, 'person'> & { person: string; name: string }>(
    at,
    // From the row that is found on, the transaction sees what this person may see.
    `select d.id as device, d.person, d.seen_at as "seenAt", d.new_since as "newSince", d.new_count as "newCount",
            d.public_key as "publicKey", p.name, o.secret, o.new_per_day as "newPerDay", set_config('app.person', d.person, true)
       from hub.device d join hub.person p on p.org = d.org and p.id = d.person join hub.org o on o.id = d.org
      where d.org = $1 and d.key_hash = $2 and d.revoked_at is null and (d.expires_at is null or d.expires_at > $3)`,
    ...[hashed(key), at.now],
  );
  if (!found) throw unknownKey();
  const { person, name, ...device } = found;
  return { ...device, ...at, person: { id: person, name } };
}

const unknownKey = (): RequestFailure =>
  new RequestFailure(401, 'key', 'Unknown, revoked or expired key.', 'Run `sqrl login` again.');

/** A space of the caller with their role in it; 404 for all others. */
export interface CallersSpace {
  id: string;
  kind: SpaceKind;
  name: string;
  sealed: boolean;
  head: number;
  mark: string;
  /** How often the key of a sealed space was changed. */
  generation: number;
  retentionDays: number | null;
  role: HubRole;
}

const COLUMNS = `s.id, s.kind, s.name, s.sealed, s.head, s.mark, s.generation,
  s.retention_days as "retentionDays", m.role`;

/** With how far the device has read; -1 where it never did. */
export const spacesOf = (at: Caller): Promise<ReadSpace[]> =>
  rowsOf<ReadSpace>(
    at,
    `select ${COLUMNS}, coalesce(r.seq, -1) as read
       from hub.space s join hub.member m on m.org = s.org and m.space = s.id
       left join hub.seen r on r.org = s.org and r.space = s.id and r.device = $3
      where s.org = $1 and m.person = $2 order by s.id`,
    ...[at.person.id, at.device],
  );

export type ReadSpace = CallersSpace & { read: number };

/** With `lock`, records of the space change in this transaction only, until it ends. */
export async function findSpace(at: Caller, id: unknown, lock = false): Promise<CallersSpace | undefined> {
  if (!isId(id)) return undefined;
  const sql = `select ${COLUMNS} from hub.space s join hub.member m on m.org = s.org and m.space = s.id
    where s.org = $1 and m.person = $2 and s.id = $3${lock ? ' for update of s' : ''}`;
  return rowOf<CallersSpace>(at, sql, at.person.id, id);
}

export async function spaceFor(at: Caller, id: unknown, role: HubRole, lock = false): Promise<CallersSpace> {
  const space = await findSpace(at, id, lock);
  if (!space) throw notFound('the space');
  if (isAtLeast(space.role, role)) return space;
  throw new RequestFailure(
    403,
    'role',
    `This needs the role ${role} in ${space.name}; yours is ${space.role}.`,
  );
}

export const isAtLeast = (role: HubRole, wanted: HubRole): boolean =>
  HUB_ROLES.indexOf(role) >= HUB_ROLES.indexOf(wanted);

export function storedName(said: unknown, what: string): string {
  const name = typeof said === 'string' ? clean(said).replace(/\s+/g, ' ').slice(0, 60).trim() : '';
  if (name === '')
    throw badValue(`The name of the ${what} is missing.`, what === 'person' ? 'Pass --name NAME.' : '');
  if (redactSync(name).found.length > 0) throw badValue(`The name of the ${what} looks like a secret.`);
  return name;
}

/** Adds to the log; the role of the hub cannot change or delete entries. */
export const audit = (
  at: OrgTransaction,
  did: string,
  what: Record<string, unknown> = {},
): Promise<unknown> =>
  insert(at, 'audit', {
    ...{ id: newId(), at: at.now, person: at.person?.id ?? null, device: at.device ?? null },
    ...{ did, what: JSON.stringify(what) },
  });

/** Works as a caller. What was denied to a known one is noted, in a transaction of its own. */
export async function notingDenials<T>(
  asCaller: <R>(work: (at: Caller) => Promise<R>) => Promise<R>,
  work: (at: Caller) => Promise<T>,
): Promise<T> {
  let isKnown = false;
  try {
    return await asCaller((at) => {
      isKnown = true;
      return work(at);
    });
  } catch (error) {
    if (isKnown && error instanceof RequestFailure && (error.status === 403 || error.status === 404))
      await asCaller((at) => audit(at, 'was denied', { code: error.body.code, message: error.message }));
    throw error;
  }
}
