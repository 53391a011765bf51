import { HUB_ROLES, type HubPerson, type HubRole } from '@sqrl/base/model/sync/hub-protocol.ts';
import { actAs, audit, type Caller, doneBy, isId, newId, spaceFor, storedName } from '../caller.ts';
import type { Query } from '../db.ts';
import { badValue, notFound, RequestFailure } from '../failure.ts';
import {
  addPerson,
  findInvite,
  type Invitation,
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

/** An organization that an account is a person of. */
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
    const one = await membershipIn(query, org, person);
    if (one) found.push(one);
  }
  return found;
}

async function membershipIn(query: Query, org: string, person: string): Promise<Membership | undefined> {
  await actAs(query, { org, person });
  const [row] = await query<{ orgName: string; name: string; role: HubRole }>(
    `select o.name as "orgName", p.name, m.role
       from hub.member m join hub.person p on p.org = m.org and p.id = m.person join hub.org o on o.id = m.org
      where m.org = $1 and m.space = $1 and m.person = $2`,
    [org, person],
  );
  return (
    row && { org: { id: org, name: row.orgName }, person: { id: person, name: row.name }, role: row.role }
  );
}

/** Lets the transaction act as the person that the account is in an organization; 404 for those of others. */
export async function callerOfUser(query: Query, user: AccountUser, org: unknown): Promise<Caller> {
  if (!isId(org)) throw notFound('the organization');
  const person = await personOf(query, user, org);
  const found = person === undefined ? undefined : await membershipIn(query, org, person);
  if (!found) throw notFound('the organization');
  const sql = 'select secret, new_per_day as "newPerDay" from hub.org where id = $1';
  const [row] = await query<Pick<Caller, 'secret' | 'newPerDay'>>(sql, [org]);
  return {
    ...{ ...row!, org, device: ACCOUNT_PAGE, person: found.person },
    ...{ publicKey: null, seenAt: null, newSince: 0, newCount: 0 },
  };
}

/** In the audit log, in place of a device. */
const ACCOUNT_PAGE = 'account page';

export async function personOf(query: Query, user: AccountUser, org: string): Promise<string | undefined> {
  await actAsUser(query, user);
  const [row] = await query<{ person: string }>(
    'select person from hub.account where org = $1 and user_id = $2',
    [org, user.id],
  );
  return row?.person;
}

/** Makes an organization whose owner is the account. */
export async function createOrg(
  query: Query,
  user: AccountUser,
  said: unknown,
  now: number,
): Promise<HubPerson> {
  const id = newId();
  await actAs(query, { org: id, person: '' });
  const person = newId();
  const org = await insertOrg(query, { id, name: storedName(said, 'organization'), by: person }, now);
  await addPerson(query, { org: id, space: id, role: 'owner' }, person, storedName(user.name, 'person'));
  await link(query, { org: id, user, person }, now);
  return org;
}

export async function link(
  query: Query,
  { org, user, person }: { org: string; user: AccountUser; person: string },
  now: number,
): Promise<void> {
  await query('insert into hub.account (org, user_id, person) values ($1, $2, $3)', [org, user.id, person]);
  await audit(query, { org, person, device: ACCOUNT_PAGE, now }, 'joined with an account');
}

/** What a code invites an account to, before it is used. */
export async function invitationFor(
  query: Query,
  code: string,
  user: Pick<AccountUser, 'email'> | undefined,
  now: number,
): Promise<{ invitation: Invitation; orgName: string }> {
  const invitation = await findInvite(query, code, now);
  if (invitation.email && user && invitation.email !== user.email)
    throw new RequestFailure(
      403,
      'code',
      'The invitation is for another address than that of your account.',
      'Sign in with the account that was invited, or ask for an invitation to yours.',
    );
  const [org] = await query<{ name: string }>('select name from hub.org where id = $1', [invitation.org]);
  return { invitation, orgName: org!.name };
}

/**
 * Uses an invitation: the account becomes a new person of the organization, or the person that the code of a further device
 * is for; one that is in it already is added to the team that the code is for.
 */
export async function join(query: Query, user: AccountUser, code: string, now: number): Promise<HubPerson> {
  const { invitation, orgName } = await invitationFor(query, code, user, now);
  const { org } = invitation;
  await spendInvite(query, invitation, code, now);
  const known = await personOf(query, user, org);
  const person = invitation.person ?? known ?? newId();
  if (known !== undefined && known !== person)
    throw new RequestFailure(
      409,
      'form',
      'Your account is another person of this organization already.',
      'Sign in with another account, or leave the organization first.',
    );
  if (invitation.person === null && known === undefined)
    await addPerson(query, invitation, person, storedName(user.name, 'person'));
  else if (invitation.person === null) {
    await actAs(query, { org, person });
    await addToSpace(query, invitation, { org, person, device: ACCOUNT_PAGE, now });
  }
  if (known === undefined) await link(query, { org, user, person }, now);
  return { id: org, name: orgName };
}

const LINK_MS = 7 * 86_400_000;

/** Invites an account into the organization; the code is for a link that the person who invites passes on. */
export async function inviteByLink(
  query: Query,
  caller: Caller,
  { email, role }: { email: string; role: string },
  now: number,
): Promise<{ code: string }> {
  const { org, person } = caller;
  if (!HUB_ROLES.includes(role as HubRole)) throw badValue('Roles: viewer, member, maintainer, owner.');
  const to = email.trim().toLowerCase();
  if (to !== '' && !/^[^\s@]{1,100}@[^\s@]{1,150}$/.test(to))
    throw badValue('This is not an e-mail address.');
  await spaceFor(query, caller, { id: org, role: rightToGive(role as HubRole) });
  await audit(query, doneBy(caller, now), 'invited an account', { space: org, role, email: to });
  return writeInvite(
    query,
    { org, person: null, space: org, role: role as HubRole, by: person.id, email: to },
    now,
    LINK_MS,
  );
}

export interface OpenInvitation {
  id: string;
  email: string;
  role: HubRole;
  expiresAt: number;
}

export const openInvitations = (query: Query, { org }: Caller, now: number): Promise<OpenInvitation[]> =>
  query<OpenInvitation>(
    `select id, email, role, expires_at as "expiresAt" from hub.invite
      where org = $1 and email is not null and used_at is null and expires_at > $2 order by expires_at, id`,
    [org, now],
  );

export async function cancelInvitation(
  query: Query,
  caller: Caller,
  id: unknown,
  now: number,
): Promise<void> {
  const found = (await openInvitations(query, caller, now)).find((one) => one.id === id);
  if (!found) throw notFound('the invitation');
  await spaceFor(query, caller, { id: caller.org, role: rightToGive(found.role) });
  await query('update hub.invite set used_at = $3 where org = $1 and id = $2 and used_at is null', [
    ...[caller.org, found.id, now],
  ]);
  await audit(query, doneBy(caller, now), 'withdrew an invitation', {
    space: caller.org,
    email: found.email,
  });
}

const MAX_KEY_DAYS = 365;

/** A key for a machine without a person, such as CI. It acts as the caller, and ends by itself. */
export async function createKey(
  query: Query,
  caller: Caller,
  { name: said, days }: { name: string; days: number },
  now: number,
): Promise<{ key: string }> {
  if (!Number.isInteger(days) || days < 1 || days > MAX_KEY_DAYS)
    throw badValue(`A key lasts 1 to ${MAX_KEY_DAYS} days.`);
  const name = storedName(said, 'key');
  const { org, person } = caller;
  const expiresAt = now + days * 86_400_000;
  const { device, key } = await insertDevice(query, { org, person: person.id, name, now, expiresAt });
  await audit(query, doneBy(caller, now), 'made a key', { device, name, days });
  return { key };
}
