import { randomInt } from 'node:crypto';
import {
  HUB_ROLES,
  type HubRole,
  type HubSpace,
  type InviteReply,
  type InviteRequest,
  type PairReply,
  type PairRequest,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import {
  actAs,
  audit,
  type Caller,
  doneBy,
  findSpace,
  hashed,
  isAtLeast,
  newId,
  newKey,
  spaceFor,
  spacesOf,
  storedName,
} from './caller.ts';
import type { Query } from './db.ts';
import { badForm, badValue, RequestFailure } from './failure.ts';
import { addMember, addToSpace, headOf, roleIn } from './spaces.ts';

/** How long a code can be used, once. */
export const CODE_MS = 15 * 60_000;

/** Without letters and digits that look alike: 50 bits. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const randomSigns = (length: number): string =>
  Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]!).join('');

const newCode = (): string => `${randomSigns(5)}-${randomSigns(5)}`;

/** As it was meant, whatever way it was typed. */
export const codeHash = (code: string): string =>
  hashed(
    code
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1'),
  );

export interface Invitation {
  org: string;
  /** Whose further device it is for; null for a new person. */
  person: string | null;
  space: string | null;
  role: HubRole | null;
  by: string | null;
  /** The address of the account that may use it; empty for any, null or left out for a code that also pairs a device. */
  email?: string | null;
}

/** Writes an invitation and returns its code, which is stored nowhere. */
export async function writeInvite(
  query: Query,
  invitation: Invitation,
  now: number,
  lifeMs = CODE_MS,
): Promise<InviteReply> {
  const code = newCode();
  const expiresAt = now + lifeMs;
  await insertInvite(query, invitation, { hash: codeHash(code), expiresAt });
  return { code, expiresAt };
}

export async function insertInvite(
  query: Query,
  { org, person, space, role, by, email = null }: Invitation,
  { hash, expiresAt }: { hash: string; expiresAt: number },
): Promise<void> {
  await query(
    `insert into hub.invite (org, code_hash, person, space, role, by, expires_at, id, email)
     values ($1,$2,$3,$4,$5,$6,$7,$8,$9)`,
    [org, hash, person, space, role, by, expiresAt, newId(), email],
  );
}

/** A code for a further device of the caller, or for a new person in one of their spaces. */
export async function invite(query: Query, caller: Caller, body: unknown, now: number): Promise<InviteReply> {
  const { space, role = 'member' } = (body ?? {}) as InviteRequest;
  const by = caller.person.id;
  if (space === undefined) {
    await audit(query, doneBy(caller, now), 'invited a device');
    return writeInvite(query, { org: caller.org, person: by, space: null, role: null, by }, now);
  }
  if (!HUB_ROLES.includes(role)) throw badValue('Roles: viewer, member, maintainer, owner.');
  const found = await spaceFor(query, caller, { id: space, role: rightToGive(role) });
  if (found.kind === 'personal') throw badValue('A personal space has one person.');
  await audit(query, doneBy(caller, now), 'invited a person', { space, role });
  return writeInvite(query, { org: caller.org, person: null, space, role, by }, now);
}

/** Exchanges a code for a device's key. The transaction must not have a caller yet. */
export async function pair(query: Query, body: unknown, now: number): Promise<PairReply> {
  const said = (body ?? {}) as Partial<Record<keyof PairRequest, unknown>>;
  if (typeof said.code !== 'string') throw badForm('code is missing');
  const found = await findInvite(query, said.code, now);
  // A link is for an account.
  if (typeof found.email === 'string') throw unknownCode();
  const { org } = found;
  const deviceName = storedName(said.device, 'device');
  await spendInvite(query, found, said.code, now);
  const id = found.person ?? newId();
  if (found.person === null) await addPerson(query, found, id, storedName(said.person, 'person'));
  const [row] = await query<{ name: string; orgName: string; secret: string }>(
    `select p.name, o.name as "orgName", o.secret from hub.org o join hub.person p on p.org = o.id
      where p.org = $1 and p.id = $2`,
    [org, id],
  );
  const { name, orgName, secret } = row!;
  const { device, key } = await insertDevice(query, { org, person: id, name: deviceName, now });
  await actAs(query, { org, person: id });
  await audit(query, { org, person: id, device, now }, 'paired', { name: deviceName });
  const caller: Caller = {
    ...{ org, secret, device, person: { id, name } },
    ...{ seenAt: null, newSince: 0, newCount: 0, newPerDay: null, publicKey: null },
  };
  return {
    ...{ key, device, org: { id: org, name: orgName }, person: caller.person },
    spaces: (await spacesOf(query, caller)).map(headOf),
  };
}

/** A device with a new key, which is stored nowhere. */
export async function insertDevice(
  query: Query,
  of: { org: string; person: string; name: string; now: number; expiresAt?: number },
): Promise<{ device: string; key: string }> {
  const { org, person, name, now, expiresAt = null } = of;
  const device = newId();
  const key = newKey(org);
  await query(
    `insert into hub.device (org, id, person, name, key_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [org, device, person, name, hashed(key), now, expiresAt],
  );
  return { device, key };
}

/** Uses a code for a space as a person who is in the organization already. It is not spent where they are in the space. */
export async function joinSpace(
  query: Query,
  caller: Caller,
  body: unknown,
  now: number,
): Promise<{ space: HubSpace }> {
  const { code } = (body ?? {}) as { code: unknown };
  if (typeof code !== 'string') throw badForm('code is missing');
  const found = await findInvite(query, code, now);
  const { org, person, space, email } = found;
  if (org !== caller.org || typeof email === 'string') throw unknownCode();
  if (person !== null || space === null)
    throw badValue('The code is for a further device.', 'Run `sqrl login URL CODE` there.');
  await actAs(query, { org, person: caller.person.id });
  if (await addToSpace(query, found, doneBy(caller, now))) await spendInvite(query, found, code, now);
  return { space: headOf((await findSpace(query, caller, space))!) };
}

/** The invitation of a code, for a transaction that has no caller yet. From here on it acts in the organization. */
export async function findInvite(query: Query, typed: string, now: number): Promise<Invitation> {
  const code = codeHash(typed);
  await query(`select set_config('app.code', $1, true)`, [code]);
  const [found] = await query<Invitation & { expires_at: number; used_at: number | null }>(
    'select org, person, space, role, by, email, expires_at, used_at from hub.invite where code_hash = $1',
    [code],
  );
  if (!found || found.used_at !== null || found.expires_at <= now) throw unknownCode();
  const { org } = found;
  await actAs(query, { org, person: '' });
  if (!(await isStillGood(query, found))) throw unknownCode();
  await actAs(query, { org, person: '' });
  return found;
}

/** Only one of two requests with the same code changes the row. */
export async function spendInvite(
  query: Query,
  { org }: Invitation,
  typed: string,
  now: number,
): Promise<void> {
  const used = await query(
    'update hub.invite set used_at = $3 where org = $1 and code_hash = $2 and used_at is null returning org',
    [org, codeHash(typed), now],
  );
  if (used.length === 0) throw unknownCode();
}

/** A new person in an organization and in the space that they were invited to, with a space of their own. */
export async function addPerson(
  query: Query,
  { org, space, role }: Pick<Invitation, 'org' | 'space' | 'role'>,
  id: string,
  wanted: string,
): Promise<void> {
  const name = await freeName(query, org, wanted);
  await query('insert into hub.person (org, id, name) values ($1, $2, $3)', [org, id, name]);
  await query(`insert into hub.space (org, id, kind, name, sealed) values ($1, $2, 'personal', $3, true)`, [
    org,
    id,
    name,
  ]);
  // The organization's own space has the organization's id, and a person's own that of the person.
  const spaces = new Map<string, HubRole>([[org, 'member']]);
  if (space !== null) spaces.set(space, role ?? 'member');
  spaces.set(id, 'owner');
  for (const [space, role] of spaces) await addMember(query, { org, space, person: id, role });
}

/** People are quoted by their names: a second Ann is `Ann 2`. */
async function freeName(query: Query, org: string, wanted: string): Promise<string> {
  const rows = await query<{ name: string }>('select name from hub.person where org = $1', [org]);
  const plain = (name: string) => name.normalize('NFKC').toLowerCase();
  const taken = new Set(rows.map(({ name }) => plain(name)));
  let name = wanted;
  for (let n = 2; taken.has(plain(name)); n++) name = `${wanted} ${n}`;
  return name;
}

/** A code does not outlive the right to give it: that of the person who invited, or of the person who gets a device. */
async function isStillGood(query: Query, { org, person, space, role, by }: Invitation): Promise<boolean> {
  const giver = person ?? by;
  if (giver === null) return true;
  await actAs(query, { org, person: giver });
  const held = await roleIn(query, [org, person === null ? (space ?? '') : org, giver]);
  const wanted = person !== null ? 'viewer' : rightToGive(role ?? 'member');
  return held !== undefined && isAtLeast(held, wanted);
}

/** Maintainers and owners are made by owners. */
export const rightToGive = (role: HubRole): HubRole =>
  isAtLeast(role, 'maintainer') ? 'owner' : 'maintainer';

export const unknownCode = (): RequestFailure =>
  new RequestFailure(
    403,
    'code',
    'Unknown, used or expired code.',
    'Ask for a new one: codes last 15 minutes.',
  );
