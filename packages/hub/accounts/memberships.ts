import { HUB_ROLES, type HubPerson, type HubRole } from '@sqrl/base/model/sync/hub-protocol.ts';
import {
  actAs,
  audit,
  type Caller,
  insert,
  isId,
  newId,
  type OrgTransaction,
  rowOf,
  rowsOf,
  spaceFor,
  storedName,
} from '../caller.ts';
import type { Query } from '../db.ts';
import { badValue, notFound, RequestFailure } from '../failure.ts';
import {
  addPerson,
  type FoundInvitation,
  findInvite,
  insertDevice,
  rightToGive,
  spendInvite,
  writeInvite,
} from '../pair.ts';
import { addToSpace, insertOrg } from '../spaces.ts';

/** An account, as Better Auth knows it. */
export interface AccountUser {
  id: string;
  name: string;
  /** In lower case. */
  email: string;
}

export interface Membership {
  org: HubPerson;
  person: HubPerson;
  role: HubRole;
}

/** From here on the transaction sees which people the account is, in whatever organization. */
const actAsUser = (query: Query, { id }: AccountUser): Promise<unknown> =>
  query(`select set_config('app.user', $1, true)`, [id]);

/** The organizations of an account. The hub's own tables say so: a person who was removed there is in none. */
export async function membershipsOf(query: Query, user: AccountUser): Promise<Membership[]> {
  await actAsUser(query, user);
  const rows = await query<{ org: string; person: string }>(
    'select org, person from hub.account where user_id = $1 order by org',
    [user.id],
  );
  const found: Membership[] = [];
  for (const { org, person } of rows) {
    const one = await membershipIn({ query, org }, person);
    if (one) found.push(one);
  }
  return found;
}

async function membershipIn(
  at: Pick<OrgTransaction, 'query' | 'org'>,
  person: string,
): Promise<Membership | undefined> {
  await actAs(at, person);
  const row = await rowOf<{ orgName: string; name: string; role: HubRole }>(
    at,
    `select o.name as "orgName", p.name, m.role
       from hub.member m join hub.person p on p.org = m.org and p.id = m.person join hub.org o on o.id = m.org
      where m.org = $1 and m.space = $1 and m.person = $2`,
    person,
  );
  return (
    row && { org: { id: at.org, name: row.orgName }, person: { id: person, name: row.name }, role: row.role }
  );
}

/** Lets the transaction act as the person that the account is in an organization; 404 for those of others. */
export async function callerOfUser(
  query: Query,
  user: AccountUser,
  org: unknown,
  now: number,
): Promise<Caller> {
  if (!isId(org)) throw notFound('the organization');
  const at = { query, org, now };
  const person = await personOf(at, user);
  const found = person === undefined ? undefined : await membershipIn(at, person);
  if (!found) throw notFound('the organization');
  const sql = 'select secret, new_per_day as "newPerDay" from hub.org where id = $1';
  const row = await rowOf<Pick<Caller, 'secret' | 'newPerDay'>>(at, sql);
  return {
    ...{ ...row!, ...at, device: ACCOUNT_PAGE, person: found.person },
    ...{ publicKey: null, seenAt: null, newSince: 0, newCount: 0 },
  };
}

/** In the audit log, in place of a device. */
const ACCOUNT_PAGE = 'account page';

export async function personOf(
  at: Pick<OrgTransaction, 'query' | 'org'>,
  user: AccountUser,
): Promise<string | undefined> {
  await actAsUser(at.query, user);
  const sql = 'select person from hub.account where org = $1 and user_id = $2';
  return (await rowOf<{ person: string }>(at, sql, user.id))?.person;
}

export async function createOrg(query: Query, user: AccountUser, said: unknown, now: number): Promise<void> {
  const at = { query, org: newId(), now };
  const person = newId();
  await actAs(at, '');
  await insertOrg({ ...at, person: { id: person, name: '' } }, said);
  await addPerson(at, { space: at.org, role: 'owner' }, person, storedName(user.name, 'person'));
  await link(at, user, person);
}

export async function link(at: OrgTransaction, user: AccountUser, person: string): Promise<void> {
  await insert(at, 'account', { user_id: user.id, person });
  await audit(
    { ...at, person: { id: person, name: user.name }, device: ACCOUNT_PAGE },
    'joined with an account',
  );
}

/** What a code invites an account to, before it is used. */
export async function invitationFor(
  query: Query,
  code: string,
  user: Pick<AccountUser, 'email'> | undefined,
  now: number,
): Promise<{ invitation: FoundInvitation; orgName: string }> {
  const invitation = await findInvite(query, code, now);
  if (invitation.email && user && invitation.email !== user.email)
    throw new RequestFailure(
      403,
      'code',
      'The invitation is for another address than that of your account.',
      'Sign in with the account that was invited, or ask for an invitation to yours.',
    );
  const org = await rowOf<{ name: string }>(invitation.at, 'select name from hub.org where id = $1');
  return { invitation, orgName: org!.name };
}

/**
 * Uses an invitation: the account becomes a new person of the organization, or the person that the code of a further device
 * is for; one that is in it already is added to the team that the code is for. Returns the organization.
 */
export async function join(query: Query, user: AccountUser, code: string, now: number): Promise<string> {
  const { invitation } = await invitationFor(query, code, user, now);
  const { at } = invitation;
  await spendInvite(invitation);
  const known = await personOf(at, user);
  const person = invitation.person ?? known ?? newId();
  if (known !== undefined && known !== person)
    throw new RequestFailure(
      409,
      'form',
      'Your account is another person of this organization already.',
      'Sign in with another account, or leave the organization first.',
    );
  if (invitation.person === null && known === undefined)
    await addPerson(at, invitation, person, storedName(user.name, 'person'));
  else if (invitation.person === null) {
    await actAs(at, person);
    await addToSpace({ ...at, person: { id: person, name: user.name }, device: ACCOUNT_PAGE }, invitation);
  }
  if (known === undefined) await link(at, user, person);
  return at.org;
}

const LINK_MS = 7 * 86_400_000;

/** Invites an account into the organization; the code is for a link that the person who invites passes on. */
export async function inviteByLink(
  at: Caller,
  { email, role: said }: { email: string; role: string },
): Promise<{ code: string }> {
  const role = HUB_ROLES.find((one) => one === said);
  if (!role) throw badValue('Roles: viewer, member, maintainer, owner.');
  const to = email.trim().toLowerCase();
  if (to !== '' && !/^[^\s@]{1,100}@[^\s@]{1,150}$/.test(to))
    throw badValue('This is not an e-mail address.');
  await spaceFor(at, at.org, rightToGive(role));
  await audit(at, 'invited an account', { space: at.org, role, email: to });
  return writeInvite(at, { person: null, space: at.org, role, by: at.person.id, email: to }, LINK_MS);
}

export interface OpenInvitation {
  id: string;
  email: string;
  role: HubRole;
  expiresAt: number;
}

export const openInvitations = (at: Caller): Promise<OpenInvitation[]> =>
  rowsOf<OpenInvitation>(
    at,
    `select id, email, role, expires_at as "expiresAt" from hub.invite
      where org = $1 and email is not null and used_at is null and expires_at > $2 order by expires_at, id`,
    at.now,
  );

export async function cancelInvitation(at: Caller, id: unknown): Promise<void> {
  const found = (await openInvitations(at)).find((one) => one.id === id);
  if (!found) throw notFound('the invitation');
  await spaceFor(at, at.org, rightToGive(found.role));
  const sql = 'update hub.invite set used_at = $3 where org = $1 and id = $2 and used_at is null';
  await rowsOf(at, sql, found.id, at.now);
  await audit(at, 'withdrew an invitation', { space: at.org, email: found.email });
}

const MAX_KEY_DAYS = 365;

/** A key for a machine without a person, such as CI. It acts as the caller, and ends by itself. */
export async function createKey(
  at: Caller,
  { name: said, days }: { name: string; days: number },
): Promise<{ key: string }> {
  if (!Number.isInteger(days) || days < 1 || days > MAX_KEY_DAYS)
    throw badValue(`A key lasts 1 to ${MAX_KEY_DAYS} days.`);
  const name = storedName(said, 'key');
  const expiresAt = at.now + days * 86_400_000;
  const { device, key } = await insertDevice(at, { person: at.person.id, name, expiresAt });
  await audit(at, 'made a key', { device, name, days });
  return { key };
}
