import { randomInt } from 'node:crypto';
import type {
  HubAsked,
  HubRole,
  HubSpace,
  InviteReply,
  PairReply,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import {
  actAs,
  audit,
  type Caller,
  findSpace,
  hashed,
  insert,
  isAtLeast,
  newId,
  newKey,
  type OrgTransaction,
  rowOf,
  rowsOf,
  spaceFor,
  spacesOf,
  storedName,
} from './caller.ts';
import type { Query } from './db.ts';
import { badValue, RequestFailure } from './failure.ts';
import { addMember, addToSpace, headOf, roleIn } from './spaces.ts';

export const CODE_MS = 15 * 60_000;

/** Without letters and digits that look alike: 50 bits. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const randomSigns = (length: number): string =>
  Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]!).join('');

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
  at: OrgTransaction,
  invitation: Invitation,
  lifeMs = CODE_MS,
): Promise<InviteReply> {
  const code = `${randomSigns(5)}-${randomSigns(5)}`;
  const expiresAt = at.now + lifeMs;
  await insertInvite(at, invitation, { hash: codeHash(code), expiresAt });
  return { code, expiresAt };
}

export const insertInvite = (
  at: OrgTransaction,
  invitation: Invitation,
  { hash, expiresAt }: { hash: string; expiresAt: number },
): Promise<unknown> =>
  insert(at, 'invite', { ...invitation, code_hash: hash, expires_at: expiresAt, id: newId() });

/** A code for a further device of the caller, or for a new person in one of their spaces. */
export async function invite(at: Caller, { space, role }: HubAsked<'invite'>): Promise<InviteReply> {
  const by = at.person.id;
  if (space === undefined) {
    await audit(at, 'invited a device');
    return writeInvite(at, { person: by, space: null, role: null, by });
  }
  const found = await spaceFor(at, space, rightToGive(role));
  if (found.kind === 'personal') throw badValue('A personal space has one person.');
  await audit(at, 'invited a person', { space, role });
  return writeInvite(at, { person: null, space, role, by });
}

/** Exchanges a code for a device's key. The transaction must not have a caller yet. */
export async function pair(query: Query, said: HubAsked<'pair'>, now: number): Promise<PairReply> {
  const found = await findInvite(query, said.code, now);
  // A link is for an account.
  if (typeof found.email === 'string') throw unknownCode();
  const { at } = found;
  const deviceName = storedName(said.device, 'device');
  await spendInvite(found);
  const id = found.person ?? newId();
  if (found.person === null) await addPerson(at, found, id, storedName(said.person, 'person'));
  const row = await rowOf<{ name: string; orgName: string; secret: string }>(
    at,
    `select p.name, o.name as "orgName", o.secret from hub.org o join hub.person p on p.org = o.id
      where p.org = $1 and p.id = $2`,
    id,
  );
  const { name, orgName, secret } = row!;
  const { device, key } = await insertDevice(at, { person: id, name: deviceName });
  await actAs(at, id);
  const caller: Caller = {
    ...{ ...at, secret, device, person: { id, name } },
    ...{ seenAt: null, newSince: 0, newCount: 0, newPerDay: null, publicKey: null },
  };
  await audit(caller, 'paired', { name: deviceName });
  return {
    ...{ key, device, org: { id: at.org, name: orgName }, person: caller.person },
    spaces: (await spacesOf(caller)).map(headOf),
  };
}

/** A device with a new key, which is stored nowhere. */
export async function insertDevice(
  at: OrgTransaction,
  { person, name, expiresAt = null }: { person: string; name: string; expiresAt?: number | null },
): Promise<{ device: string; key: string }> {
  const [device, key] = [newId(), newKey(at.org)];
  await insert(at, 'device', {
    ...{ id: device, person, name, key_hash: hashed(key), created_at: at.now, expires_at: expiresAt },
  });
  return { device, key };
}

/** Uses a code for a space as a person who is in the organization already. It is not spent where they are in the space. */
export async function joinSpace(at: Caller, { code }: HubAsked<'join'>): Promise<{ space: HubSpace }> {
  const found = await findInvite(at.query, code, at.now);
  const { person, space, email } = found;
  if (found.at.org !== at.org || typeof email === 'string') throw unknownCode();
  if (person !== null || space === null)
    throw badValue('The code is for a further device.', 'Run `sqrl login URL CODE` there.');
  await actAs(at, at.person.id);
  if (await addToSpace(at, found)) await spendInvite(found);
  return { space: headOf((await findSpace(at, space))!) };
}

/** An invitation that can still be used, and the organization that it is of. */
export interface FoundInvitation extends Invitation {
  at: OrgTransaction;
  hash: string;
}

/** The invitation of a code, for a transaction that has no caller yet. From here on it acts in the organization. */
export async function findInvite(query: Query, typed: string, now: number): Promise<FoundInvitation> {
  const hash = codeHash(typed);
  await query(`select set_config('app.code', $1, true)`, [hash]);
  const [found] = await query<Invitation & { org: string; expires_at: number; used_at: number | null }>(
    'select org, person, space, role, by, email, expires_at, used_at from hub.invite where code_hash = $1',
    [hash],
  );
  if (!found || found.used_at !== null || found.expires_at <= now) throw unknownCode();
  const { org, person, space, role, by, email } = found;
  const at = { query, org, now };
  if (!(await isStillGood(at, found))) throw unknownCode();
  await actAs(at, '');
  return { at, hash, person, space, role, by, email: email ?? null };
}

/** Only one of two requests with the same code changes the row. */
export async function spendInvite({ at, hash }: FoundInvitation): Promise<void> {
  const used = await rowOf(
    at,
    'update hub.invite set used_at = $3 where org = $1 and code_hash = $2 and used_at is null returning org',
    ...[hash, at.now],
  );
  if (!used) throw unknownCode();
}

/** A new person in an organization and in the space that they were invited to, with a space of their own. */
export async function addPerson(
  at: OrgTransaction,
  { space, role }: Pick<Invitation, 'space' | 'role'>,
  id: string,
  wanted: string,
): Promise<void> {
  const name = await freeName(at, wanted);
  await insert(at, 'person', { id, name });
  await insert(at, 'space', { id, kind: 'personal', name, sealed: true });
  // The organization's own space has the organization's id, and a person's own that of the person.
  const spaces = new Map<string, HubRole>([[at.org, 'member']]);
  if (space !== null) spaces.set(space, role ?? 'member');
  spaces.set(id, 'owner');
  for (const [space, role] of spaces) await addMember(at, { space, person: id, role });
}

/** People are quoted by their names: a second Ann is `Ann 2`. */
async function freeName(at: OrgTransaction, wanted: string): Promise<string> {
  const rows = await rowsOf<{ name: string }>(at, 'select name from hub.person where org = $1');
  const plain = (name: string) => name.normalize('NFKC').toLowerCase();
  const taken = new Set(rows.map(({ name }) => plain(name)));
  let name = wanted;
  for (let n = 2; taken.has(plain(name)); n++) name = `${wanted} ${n}`;
  return name;
}

/** A code does not outlive the right to give it: that of the person who invited, or of the person who gets a device. */
async function isStillGood(at: OrgTransaction, { person, space, role, by }: Invitation): Promise<boolean> {
  const giver = person ?? by;
  if (giver === null) return true;
  await actAs(at, giver);
  const held = await roleIn(at, person === null ? (space ?? '') : at.org, giver);
  const wanted = person !== null ? 'viewer' : rightToGive(role ?? 'member');
  return held !== undefined && isAtLeast(held, wanted);
}

export const rightToGive = (role: HubRole): HubRole =>
  isAtLeast(role, 'maintainer') ? 'owner' : 'maintainer';

export const unknownCode = (): RequestFailure =>
  new RequestFailure(
    403,
    'code',
    'Unknown, used or expired code.',
    'Ask for a new one: codes last 15 minutes.',
  );
