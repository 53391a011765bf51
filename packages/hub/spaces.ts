import { randomBytes } from 'node:crypto';
import {
  type HubAsked,
  type HubDevice,
  type HubMember,
  type HubPerson,
  type HubReply,
  type HubRole,
  type HubSpace,
  hostPath,
  type LinkReply,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import {
  actAs,
  audit,
  type Caller,
  type CallersSpace,
  findSpace,
  insert,
  isAtLeast,
  isId,
  newId,
  type OrgTransaction,
  rowOf,
  rowsOf,
  spaceFor,
  storedName,
} from './caller.ts';
import { badValue, notFound, RequestFailure } from './failure.ts';

export const headOf = ({ id, kind, name, role, sealed, head, generation }: CallersSpace): HubSpace => ({
  ...{ id, kind, name, role, sealed, head, generation },
});

/** Makes an organization with its own space; nobody is in it yet. */
export async function insertOrg(at: OrgTransaction, said: unknown): Promise<HubPerson> {
  const { query, org: id } = at;
  const name = storedName(said, 'organization');
  const secret = randomBytes(32).toString('base64url');
  await query('insert into hub.org (id, name, secret) values ($1, $2, $3)', [id, name, secret]);
  await insert(at, 'space', { id, kind: 'org', name });
  await audit(at, 'created the organization', { name });
  return { id, name };
}

/** Makes a team's space, with the caller as its owner. Personal and organization spaces come by themselves. */
export async function createSpace(at: Caller, { kind, name: said }: HubAsked<'spaces'>) {
  const name = storedName(said, 'space');
  const sql = `select 1 from hub.space where org = $1 and kind = 'team' and lower(name) = lower($2)`;
  // People name a team by its name.
  if (kind === 'team' && (await rowOf(at, sql, name)))
    throw new RequestFailure(
      409,
      'exists',
      `You are in a team called ${name} already.`,
      'Choose another name.',
    );
  return { space: await addSpace(at, { kind, name }) };
}

async function addSpace(at: Caller, { kind, name }: Pick<HubSpace, 'kind' | 'name'>): Promise<HubSpace> {
  await spaceFor(at, at.org, 'member');
  const id = newId();
  await insert(at, 'space', { id, kind, name });
  await addMember(at, { space: id, person: at.person.id, role: 'owner' });
  await audit(at, 'created a space', { space: id, kind, name });
  return headOf((await findSpace(at, id))!);
}

interface Membership {
  space: string;
  person: string;
  role: HubRole;
}

/** For a space that the caller is not in yet: row security lets such a row be inserted, not updated. */
export const addMember = (at: OrgTransaction, member: Membership): Promise<unknown> =>
  insert(at, 'member', { ...member });

/** By hand, unless it says which role was by hand below that of a group. */
export const putMember = (
  at: OrgTransaction,
  { space, person, role, base = null }: Membership & { base?: HubRole | '' | null },
): Promise<unknown> =>
  rowsOf(
    at,
    `insert into hub.member (org, space, person, role, base_role) values ($1, $2, $3, $4, $5)
     on conflict (org, space, person) do update set role = excluded.role, base_role = excluded.base_role`,
    ...[space, person, role, base],
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
export async function linkProject(at: Caller, said: HubAsked<'link'>): Promise<LinkReply> {
  if (said.space !== undefined && !isId(said.space)) throw notFound('the project');
  const remotes = distinct(textsIn(said.remotes).flatMap((remote) => hostPath(remote) ?? []));
  // One at a time: two people who link the same repository at once get one space.
  await spaceFor(at, at.org, 'viewer', true);
  const roots = distinct(textsIn(said.roots).filter((root) => /^[0-9a-f]{40,64}$/.test(root)));
  const found = await rowsOf<ProjectRow>(
    at,
    `select space, remotes, added, roots from hub.project
      where org = $1 and (remotes && $2 or added && $2 or roots && $3 or space = $4)`,
    ...[remotes, roots, said.space ?? ''],
  );
  const same = found.find((row) =>
    said.space === undefined
      ? row.remotes.some((remote) => remotes.includes(remote))
      : row.space === said.space,
  );
  if (same) {
    const space = await joinProject(at, same.space);
    if (isAtLeast(space.role, 'maintainer')) await addAddresses(at, same, { remotes, roots });
    return { status: 'linked', space, created: false };
  }
  if (said.space !== undefined) throw notFound('the project');
  if (!said.create) {
    // The space of a project one is not in cannot be seen, so its name is that of its repository.
    const nameIn = (remotes: readonly string[]) => remotes[0]?.split('/').at(-1) ?? '';
    const candidates = found.map(({ space, remotes, added }) => ({
      ...{ id: space, name: nameIn(remotes), remotes: [...remotes, ...added] },
    }));
    return { status: 'ask', candidates };
  }
  const space = await addSpace(at, { kind: 'project', name: storedName(said.name, 'project') });
  await insert(at, 'project', { space: space.id, remotes, roots });
  return { status: 'linked', space, created: true };
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort();

const textsIn = (said: readonly unknown[]): string[] =>
  said.filter((text): text is string => typeof text === 'string' && !/\s|\0/.test(text.trim()));

/** Has a project be found by further addresses, for a repository that moved. */
async function addAddresses(
  at: Caller,
  row: ProjectRow,
  { remotes, roots }: { remotes: string[]; roots: string[] },
): Promise<void> {
  const added = remotes.filter((remote) => !row.remotes.includes(remote) && !row.added.includes(remote));
  if (added.length === 0 && roots.every((root) => row.roots.includes(root))) return;
  await rowsOf(
    at,
    'update hub.project set added = $3, roots = $4 where org = $1 and space = $2',
    ...[row.space, [...row.added, ...added], distinct([...row.roots, ...roots])],
  );
  if (added.length > 0) await audit(at, 'added a repository to a project', { space: row.space, added });
}

async function joinProject(at: Caller, id: string): Promise<HubSpace> {
  const known = await findSpace(at, id);
  if (known) return headOf(known);
  const { role } = await spaceFor(at, at.org, 'viewer');
  const last = await lastRole(at, id);
  const as = role === 'viewer' || last === 'viewer' ? 'viewer' : 'member';
  await addMember(at, { space: id, person: at.person.id, role: as });
  await audit(at, 'linked a project', { space: id });
  return headOf((await findSpace(at, id))!);
}

type Joining = OrgTransaction & { person: { id: string } };

/** Adds a person of the organization, as whom the transaction acts, to the space of an invitation; false where they are in it. */
export async function addToSpace(
  at: Joining,
  { space, role }: { space: string | null; role: HubRole | null },
): Promise<boolean> {
  if (space === null || (await roleIn(at, space, at.person.id))) return false;
  await lastRole(at, space);
  await addMember(at, { space, person: at.person.id, role: role ?? 'member' });
  await audit(at, 'joined', { space, role });
  return true;
}

/** The role that a person had in a space before they left it; a person who was removed is refused. */
async function lastRole(at: Joining, space: string): Promise<HubRole | undefined> {
  const former = await rowOf<{ role: HubRole; removed: boolean }>(
    at,
    'select role, removed from hub.former where org = $1 and space = $2 and person = $3',
    ...[space, at.person.id],
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

export async function membersOf(at: Caller, { space }: HubAsked<'members'>): Promise<HubReply<'members'>> {
  const { id, retentionDays } = await spaceFor(at, space, 'viewer');
  const rows = await rowsOf<HubPerson & { role: HubRole }>(
    at,
    `select p.id, p.name, m.role from hub.member m join hub.person p on p.org = m.org and p.id = m.person
      where m.org = $1 and m.space = $2 order by p.name, p.id`,
    id,
  );
  const members: HubMember[] = rows.map(({ role, ...person }) => ({ person, role }));
  return { members, retentionDays };
}

/** Gives a person of the organization a role, or takes it. Out of the organization's own space means out of all, devices too. */
export async function setRole(
  at: Caller,
  { space, person, role }: HubAsked<'role'>,
): Promise<HubReply<'members'>> {
  const { id, kind } = await spaceFor(at, space, 'owner', true);
  if (kind === 'personal') throw badValue('A personal space has one person.');
  const known =
    isId(person) && (await rowOf(at, 'select 1 from hub.person where org = $1 and id = $2', person));
  if (!known) throw notFound('the person');
  if (role === null) await removeMember(at, id, person);
  else {
    if (role !== 'owner') await keepAnOwner(at, id, person);
    // A person who was removed from the organization comes back by a new invitation only.
    if (id !== at.org && !(await roleIn(at, at.org, person))) throw notFound('the person');
    await putMember(at, { space: id, person, role });
    await rowsOf(at, 'delete from hub.former where org = $1 and space = $2 and person = $3', id, person);
  }
  await audit(at, role === null ? 'removed a person' : 'gave a role', { space: id, person, role });
  // Who removed themselves no longer sees the others.
  return (await findSpace(at, id)) ? membersOf(at, { space: id }) : { members: [], retentionDays: null };
}

export async function roleIn(
  at: OrgTransaction,
  space: string,
  person: string,
): Promise<HubRole | undefined> {
  const sql = 'select role from hub.member where org = $1 and space = $2 and person = $3';
  return (await rowOf<{ role: HubRole }>(at, sql, space, person))?.role;
}

export async function leaveSpace(at: Caller, { space }: HubAsked<'leave'>): Promise<Record<string, never>> {
  const { id, kind } = await spaceFor(at, space, 'viewer', true);
  if (kind === 'personal') throw badValue('A personal space cannot be left.');
  await removeMember(at, id, at.person.id);
  await audit(at, 'left', { space: id });
  return {};
}

/** `heir` gets the spaces that only the person owned: who removes them, where it is not said. */
export async function removeMember(
  at: OrgTransaction,
  space: string,
  person: string,
  heir = at.person!.id,
): Promise<void> {
  await keepAnOwner(at, space, person);
  if (space !== at.org) {
    const was = (await roleIn(at, space, person)) ?? 'viewer';
    await rowsOf(
      at,
      `insert into hub.former (org, space, person, role, removed) values ($1, $2, $3, $4, $5)
       on conflict (org, space, person) do update set role = excluded.role, removed = excluded.removed`,
      ...[space, person, was, person !== heir],
    );
    await rowsOf(at, 'delete from hub.member where org = $1 and space = $2 and person = $3', space, person);
    return;
  }
  // The caller sees members of their own spaces only, and so has no right to remove from others: the person's rights do it.
  await actAs(at, person);
  for (const orphan of await ownedAlone(at, person)) {
    if (person === heir) throw lastOwner();
    await putMember(at, { space: orphan, person: heir, role: 'owner' });
  }
  await rowsOf(
    at,
    `insert into hub.former (org, space, person, role, removed)
     select m.org, m.space, m.person, m.role, false from hub.member m
      where m.org = $1 and m.person = $2 and m.space not in ($1, $2)
     on conflict (org, space, person) do update set role = excluded.role`,
    person,
  );
  await rowsOf(at, 'delete from hub.member where org = $1 and person = $2 and space <> $2', person);
  await actAs(at, heir);
  await endAccess(at, person);
}

/** Ends the devices of a person, and the link to their account: invited again, it is a new person. */
export async function endAccess(at: OrgTransaction, person: string): Promise<void> {
  await rowsOf(at, 'delete from hub.account where org = $1 and person = $2', person);
  await rowsOf(
    at,
    'update hub.device set revoked_at = $3 where org = $1 and person = $2 and revoked_at is null',
    ...[person, at.now],
  );
}

/** The spaces of others that would have no owner without a person. */
async function ownedAlone(at: OrgTransaction, person: string): Promise<string[]> {
  const rows = await rowsOf<{ space: string }>(
    at,
    `select m.space from hub.member m
      where m.org = $1 and m.person = $2 and m.role = 'owner' and m.space not in ($1, $2) and not exists (
        select 1 from hub.member o
         where o.org = $1 and o.space = m.space and o.role = 'owner' and o.person <> $2)`,
    person,
  );
  return rows.map(({ space }) => space);
}

export async function keepAnOwner(at: OrgTransaction, space: string, without: string): Promise<void> {
  const sql = `select person from hub.member where org = $1 and space = $2 and role = 'owner'`;
  const owners = await rowsOf<{ person: string }>(at, sql, space);
  if (owners.length === 1 && owners[0]!.person === without) throw lastOwner();
}

const lastOwner = (): RequestFailure =>
  new RequestFailure(409, 'last', 'The last owner of a space stays.', 'Make another person its owner first.');

/** The caller's devices; all of the organization for its owners. */
export async function devicesOf(at: Caller): Promise<{ devices: HubDevice[] }> {
  const isOwner = (await findSpace(at, at.org))?.role === 'owner';
  const own = isOwner ? null : at.person.id;
  return { devices: await selectDevices(at, 'and d.person = coalesce($2, d.person)', own) };
}

export async function selectDevices(
  at: OrgTransaction,
  where: string,
  ...values: readonly unknown[]
): Promise<HubDevice[]> {
  const rows = await rowsOf<Omit<HubDevice, 'person'> & { person: string; personName: string }>(
    at,
    `select d.id, d.name, d.person, p.name as "personName", d.seen_at as "seenAt", d.revoked_at as "revokedAt",
            d.expires_at as "expiresAt"
       from hub.device d join hub.person p on p.org = d.org and p.id = d.person
      where d.org = $1 ${where} order by p.name, d.created_at, d.id`,
    ...values,
  );
  return rows.map(({ person: id, personName: name, ...device }) => ({ ...device, person: { id, name } }));
}

export async function revokeDevice(
  at: Caller,
  { device }: HubAsked<'revoke'>,
): Promise<{ devices: HubDevice[] }> {
  const { devices } = await devicesOf(at);
  if (!devices.some(({ id }) => id === device)) throw notFound('the device');
  const sql = 'update hub.device set revoked_at = coalesce(revoked_at, $3) where org = $1 and id = $2';
  await rowsOf(at, sql, device, at.now);
  await audit(at, 'revoked a device', { device });
  return devicesOf(at);
}
