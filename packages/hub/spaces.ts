import { randomBytes } from 'node:crypto';
import {
  HUB_ROLES,
  type HubDevice,
  type HubMember,
  type HubPerson,
  type HubRole,
  type HubSpace,
  hostPath,
  type LinkReply,
  type LinkRequest,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import {
  actAs,
  audit,
  type Caller,
  type CallersSpace,
  doneBy,
  findSpace,
  isAtLeast,
  isId,
  newId,
  spaceFor,
  storedName,
} from './caller.ts';
import type { Query } from './db.ts';
import { badForm, badValue, notFound, RequestFailure } from './failure.ts';

/** A space as a device is told of it. */
export const headOf = ({ id, kind, name, role, sealed, head, generation }: CallersSpace): HubSpace => ({
  ...{ id, kind, name, role, sealed, head, generation },
});

/** Makes an organization with its own space; nobody is in it yet. */
export async function insertOrg(
  query: Query,
  { id, name: said, by }: HubPerson & { by?: string },
  now: number,
): Promise<HubPerson> {
  const name = storedName(said, 'organization');
  const secret = randomBytes(32).toString('base64url');
  await query('insert into hub.org (id, name, secret) values ($1, $2, $3)', [id, name, secret]);
  await query(`insert into hub.space (org, id, kind, name) values ($1, $1, 'org', $2)`, [id, name]);
  await audit(query, { org: id, now, ...(by && { person: by }) }, 'created the organization', { name });
  return { id, name };
}

/** Makes a team's space, with the caller as its owner. Personal and organization spaces come by themselves. */
export async function createSpace(
  query: Query,
  caller: Caller,
  body: unknown,
  now: number,
): Promise<HubSpace> {
  const { kind, name } = (body ?? {}) as Partial<HubSpace>;
  if (kind !== 'team' && kind !== 'project') throw badForm('kind is team or project');
  const stored = storedName(name, 'space');
  const [known] = await query(
    `select 1 from hub.space where org = $1 and kind = 'team' and lower(name) = lower($2)`,
    [caller.org, stored],
  );
  // People name a team by its name.
  if (known && kind === 'team')
    throw new RequestFailure(
      409,
      'exists',
      `You are in a team called ${stored} already.`,
      'Choose another name.',
    );
  return addSpace(query, caller, { kind, name: stored }, now);
}

async function addSpace(
  query: Query,
  caller: Caller,
  { kind, name }: Pick<HubSpace, 'kind' | 'name'>,
  now: number,
): Promise<HubSpace> {
  await spaceFor(query, caller, { id: caller.org, role: 'member' });
  const id = newId();
  await query('insert into hub.space (org, id, kind, name) values ($1, $2, $3, $4)', [
    caller.org,
    id,
    kind,
    name,
  ]);
  await addMember(query, { org: caller.org, space: id, person: caller.person.id, role: 'owner' });
  await audit(query, doneBy(caller, now), 'created a space', { space: id, kind, name });
  return headOf((await findSpace(query, caller, id))!);
}

interface Membership {
  org: string;
  space: string;
  person: string;
  role: HubRole;
}

/** For a space that the caller is not in yet: row security lets such a row be inserted, not updated. */
export const addMember = (query: Query, { org, space, person, role }: Membership): Promise<unknown> =>
  query('insert into hub.member (org, space, person, role) values ($1, $2, $3, $4)', [
    org,
    space,
    person,
    role,
  ]);

/** By hand, unless it says which role was by hand below that of a group. */
export const putMember = (
  query: Query,
  { org, space, person, role, base = null }: Membership & { base?: HubRole | '' | null },
): Promise<unknown> =>
  query(
    `insert into hub.member (org, space, person, role, base_role) values ($1, $2, $3, $4, $5)
     on conflict (org, space, person) do update set role = excluded.role, base_role = excluded.base_role`,
    [org, space, person, role, base],
  );

interface ProjectRow {
  space: string;
  remotes: string[];
  added: string[];
  roots: string[];
}

/**
 * Finds the space of a repository: by the remote that it began with unasked; by one that a maintainer added, or by a root
 * commit, only if the person says so; else a new one.
 */
export async function linkProject(
  query: Query,
  caller: Caller,
  body: unknown,
  now: number,
): Promise<LinkReply> {
  const { org } = caller;
  const said = (body ?? {}) as LinkRequest;
  if (said.space !== undefined && !isId(said.space)) throw notFound('the project');
  const remotes = distinct(textsIn(said.remotes).flatMap((remote) => hostPath(remote) ?? []));
  // One at a time: two people who link the same repository at once get one space.
  await spaceFor(query, caller, { id: org, role: 'viewer', lock: true });
  const roots = distinct(textsIn(said.roots).filter((root) => /^[0-9a-f]{40,64}$/.test(root)));
  const found = await query<ProjectRow>(
    `select space, remotes, added, roots from hub.project
      where org = $1 and (remotes && $2 or added && $2 or roots && $3 or space = $4)`,
    [org, remotes, roots, said.space ?? ''],
  );
  const same = found.find((row) =>
    said.space === undefined
      ? row.remotes.some((remote) => remotes.includes(remote))
      : row.space === said.space,
  );
  if (same) {
    const space = await joinProject(query, caller, same.space, now);
    if (isAtLeast(space.role, 'maintainer')) await addAddresses(query, caller, same, { remotes, roots }, now);
    return { status: 'linked', space, created: false };
  }
  if (said.space !== undefined) throw notFound('the project');
  if (said.create !== true)
    return {
      status: 'ask',
      candidates: found.map(({ space, remotes, added }) => ({
        ...{ id: space, name: nameIn(remotes), remotes: [...remotes, ...added] },
      })),
    };
  const space = await addSpace(
    query,
    caller,
    { kind: 'project', name: storedName(said.name, 'project') },
    now,
  );
  await query('insert into hub.project (org, space, remotes, roots) values ($1, $2, $3, $4)', [
    ...[org, space.id, remotes, roots],
  ]);
  return { status: 'linked', space, created: true };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

/** Has a project be found by further addresses, for a repository that moved. */
async function addAddresses(
  query: Query,
  caller: Caller,
  row: ProjectRow,
  { remotes, roots }: { remotes: string[]; roots: string[] },
  now: number,
): Promise<void> {
  const added = remotes.filter((remote) => !row.remotes.includes(remote) && !row.added.includes(remote));
  if (added.length === 0 && roots.every((root) => row.roots.includes(root))) return;
  await query('update hub.project set added = $3, roots = $4 where org = $1 and space = $2', [
    ...[caller.org, row.space],
    ...[[...row.added, ...added], distinct([...row.roots, ...roots])],
  ]);
  if (added.length > 0)
    await audit(query, doneBy(caller, now), 'added a repository to a project', { space: row.space, added });
}

/** The space of a project one is not in cannot be seen, so its name is that of its repository. */
const nameIn = (remotes: readonly string[]): string => remotes[0]?.split('/').at(-1) ?? '';

async function joinProject(query: Query, caller: Caller, id: string, now: number): Promise<HubSpace> {
  const known = await findSpace(query, caller, id);
  if (known) return headOf(known);
  const { role } = await spaceFor(query, caller, { id: caller.org, role: 'viewer' });
  const last = await lastRole(query, { org: caller.org, space: id, person: caller.person.id });
  const as = role === 'viewer' || last === 'viewer' ? 'viewer' : 'member';
  await addMember(query, { org: caller.org, space: id, person: caller.person.id, role: as });
  await audit(query, doneBy(caller, now), 'linked a project', { space: id });
  return headOf((await findSpace(query, caller, id))!);
}

/** Adds a person of the organization, as whom the transaction acts, to the space of an invitation; false where they are in it. */
export async function addToSpace(
  query: Query,
  { space, role }: { space: string | null; role: HubRole | null },
  by: { org: string; person: string; device: string; now: number },
): Promise<boolean> {
  const { org, person } = by;
  if (space === null || (await roleIn(query, [org, space, person]))) return false;
  await lastRole(query, { org, space, person });
  await addMember(query, { org, space, person, role: role ?? 'member' });
  await audit(query, by, 'joined', { space, role });
  return true;
}

/** The role that a person had in a space before they left it; a person who was removed is refused. */
async function lastRole(
  query: Query,
  { org, space, person }: Omit<Membership, 'role'>,
): Promise<HubRole | undefined> {
  const [former] = await query<{ role: HubRole; removed: boolean }>(
    'select role, removed from hub.former where org = $1 and space = $2 and person = $3',
    [org, space, person],
  );
  if (former?.removed)
    throw new RequestFailure(
      403,
      'role',
      'You were removed from this space.',
      'Only an owner takes you back: `sqrl team role SPACE PERSON ROLE`.',
    );
  return former?.role;
}

const MAX_ADDRESSES = 20;

function textsIn(said: unknown): string[] {
  if (said === undefined) return [];
  if (!Array.isArray(said) || said.length > MAX_ADDRESSES) throw badForm('remotes and roots are short lists');
  return said.filter((text): text is string => typeof text === 'string' && !/\s|\0/.test(text.trim()));
}

export async function membersOf(
  query: Query,
  caller: Caller,
  space: unknown,
): Promise<{ members: HubMember[]; retentionDays: number | null }> {
  const { id, retentionDays } = await spaceFor(query, caller, { id: space, role: 'viewer' });
  const rows = await query<{ id: string; name: string; role: HubRole }>(
    `select p.id, p.name, m.role from hub.member m join hub.person p on p.org = m.org and p.id = m.person
      where m.org = $1 and m.space = $2 order by p.name, p.id`,
    [caller.org, id],
  );
  return { members: rows.map(({ id, name, role }) => ({ person: { id, name }, role })), retentionDays };
}

/** Gives a person of the organization a role, or takes it. Out of the organization's own space means out of all, devices too. */
export async function setRole(
  query: Query,
  caller: Caller,
  body: unknown,
  now: number,
): Promise<{ members: HubMember[] }> {
  const { space, person, role } = (body ?? {}) as { space: unknown; person: unknown; role: HubRole | null };
  if (!isId(person) || (role !== null && !HUB_ROLES.includes(role)))
    throw badValue('A role needs the id of a person, and one of viewer, member, maintainer and owner.');
  const { id, kind } = await spaceFor(query, caller, { id: space, role: 'owner', lock: true });
  if (kind === 'personal') throw badValue('A personal space has one person.');
  const known = await query('select 1 from hub.person where org = $1 and id = $2', [caller.org, person]);
  if (known.length === 0) throw notFound('the person');
  if (role === null) await removeMember(query, caller, id, person, now);
  else {
    if (role !== 'owner') await keepAnOwner(query, caller.org, id, person);
    // A person who was removed from the organization comes back by a new invitation only.
    const isHere = id === caller.org || (await roleIn(query, [caller.org, caller.org, person]));
    if (!isHere) throw notFound('the person');
    await putMember(query, { org: caller.org, space: id, person, role });
    await query('delete from hub.former where org = $1 and space = $2 and person = $3', [
      ...[caller.org, id, person],
    ]);
  }
  await audit(query, doneBy(caller, now), role === null ? 'removed a person' : 'gave a role', {
    space: id,
    person,
    role,
  });
  // Who removed themselves no longer sees the others.
  return (await findSpace(query, caller, id)) ? membersOf(query, caller, id) : { members: [] };
}

export async function roleIn(
  query: Query,
  of: [org: string, space: string, person: string],
): Promise<HubRole | undefined> {
  const sql = 'select role from hub.member where org = $1 and space = $2 and person = $3';
  return (await query<{ role: HubRole }>(sql, of))[0]?.role;
}

export async function leaveSpace(query: Query, caller: Caller, body: unknown, now: number): Promise<object> {
  const { space } = (body ?? {}) as { space: unknown };
  const { id, kind } = await spaceFor(query, caller, { id: space, role: 'viewer', lock: true });
  if (kind === 'personal') throw badValue('A personal space cannot be left.');
  await removeMember(query, caller, id, caller.person.id, now);
  await audit(query, doneBy(caller, now), 'left', { space: id });
  return {};
}

export async function removeMember(
  query: Query,
  caller: { org: string; person: { id: string } },
  space: string,
  person: string,
  now: number,
): Promise<void> {
  const { org } = caller;
  await keepAnOwner(query, org, space, person);
  if (space !== org) {
    const values: [string, string, string] = [org, space, person];
    const was = await roleIn(query, values);
    await query(
      `insert into hub.former (org, space, person, role, removed) values ($1, $2, $3, $4, $5)
       on conflict (org, space, person) do update set role = excluded.role, removed = excluded.removed`,
      [...values, was ?? 'viewer', person !== caller.person.id],
    );
    await query('delete from hub.member where org = $1 and space = $2 and person = $3', values);
    return;
  }
  // The caller sees members of their own spaces only, and so has no right to remove from others: the person's rights do it.
  await actAs(query, { org, person });
  for (const orphan of await ownedAlone(query, org, person)) {
    if (person === caller.person.id) throw lastOwner();
    await putMember(query, { org, space: orphan, person: caller.person.id, role: 'owner' });
  }
  await query(
    `insert into hub.former (org, space, person, role, removed)
     select m.org, m.space, m.person, m.role, false from hub.member m
      where m.org = $1 and m.person = $2 and m.space not in ($1, $2)
     on conflict (org, space, person) do update set role = excluded.role`,
    [org, person],
  );
  await query('delete from hub.member where org = $1 and person = $2 and space <> $2', [org, person]);
  await actAs(query, { org, person: caller.person.id });
  await endAccess(query, org, person, now);
}

/** Ends the devices of a person, and the link to their account: invited again, it is a new person. */
export async function endAccess(query: Query, org: string, person: string, now: number): Promise<void> {
  await query('delete from hub.account where org = $1 and person = $2', [org, person]);
  await query('update hub.device set revoked_at = $3 where org = $1 and person = $2 and revoked_at is null', [
    ...[org, person, now],
  ]);
}

/** The spaces of others that would have no owner without a person. */
async function ownedAlone(query: Query, org: string, person: string): Promise<string[]> {
  const rows = await query<{ space: string }>(
    `select m.space from hub.member m
      where m.org = $1 and m.person = $2 and m.role = 'owner' and m.space not in ($1, $2) and not exists (
        select 1 from hub.member o
         where o.org = $1 and o.space = m.space and o.role = 'owner' and o.person <> $2)`,
    [org, person],
  );
  return rows.map(({ space }) => space);
}

export async function keepAnOwner(query: Query, org: string, space: string, without: string): Promise<void> {
  const owners = await query<{ person: string }>(
    `select person from hub.member where org = $1 and space = $2 and role = 'owner'`,
    [org, space],
  );
  if (owners.length === 1 && owners[0]!.person === without) throw lastOwner();
}

const lastOwner = (): RequestFailure =>
  new RequestFailure(409, 'last', 'The last owner of a space stays.', 'Make another person its owner first.');

/** The caller's devices; all of the organization for its owners. */
export async function devicesOf(query: Query, caller: Caller): Promise<{ devices: HubDevice[] }> {
  const org = await findSpace(query, caller, caller.org);
  const isOwner = org !== undefined && isAtLeast(org.role, 'owner');
  const own = isOwner ? null : caller.person.id;
  return { devices: await selectDevices(query, caller.org, 'and d.person = coalesce($2, d.person)', [own]) };
}

/** Devices of an organization by a further condition, whose values begin with `$2`. */
export async function selectDevices(
  query: Query,
  org: string,
  where: string,
  values: readonly unknown[],
): Promise<HubDevice[]> {
  const rows = await query<Omit<HubDevice, 'person'> & { person: string; personName: string }>(
    `select d.id, d.name, d.person, p.name as "personName", d.seen_at as "seenAt", d.revoked_at as "revokedAt",
            d.expires_at as "expiresAt"
       from hub.device d join hub.person p on p.org = d.org and p.id = d.person
      where d.org = $1 ${where} order by p.name, d.created_at, d.id`,
    [org, ...values],
  );
  return rows.map(({ person, personName, ...device }) => ({
    ...device,
    person: { id: person, name: personName },
  }));
}

export async function revokeDevice(
  query: Query,
  caller: Caller,
  body: unknown,
  now: number,
): Promise<{ devices: HubDevice[] }> {
  const { device } = (body ?? {}) as { device: unknown };
  const { devices } = await devicesOf(query, caller);
  if (typeof device !== 'string' || !devices.some(({ id }) => id === device)) throw notFound('the device');
  await query('update hub.device set revoked_at = coalesce(revoked_at, $3) where org = $1 and id = $2', [
    ...[caller.org, device, now],
  ]);
  await audit(query, doneBy(caller, now), 'revoked a device', { device });
  return devicesOf(query, caller);
}
