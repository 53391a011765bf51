import { audit, hashed, newId, storedName } from '../caller.ts';
import type { HubDb, Query } from '../db.ts';
import { RequestFailure } from '../failure.ts';
import { addPerson } from '../pair.ts';
import { endAccess, removeMember } from '../spaces.ts';
import { applyGroups, type GroupRules, otherOwner } from './groups.ts';
import { type AccountUser, link, personOf } from './memberships.ts';

/** What an identity provider may do by SCIM 2.0. */
export interface ScimOptions {
  /** By the names or external ids of the groups that it sends. */
  groups: GroupRules | undefined;
}

/** Below the account page: the addresses of resources in answers begin with it. */
export const SCIM_PATH = '/account/auth/scim/v2';

const SCOPES = ['scim.users.read', 'scim.users.write', 'scim.groups.read', 'scim.groups.write'] as const;
const TOKEN_MS = 365 * 86_400_000;

type Scim = typeof import('@better-auth/scim').scim;
type Managed = ReturnType<Scim>['endpoints'];

interface ScimWorld {
  db: HubDb;
  secret: string;
  now(): number;
  log(line: string): void;
  /** Is told of each organization whose people changed. */
  onChange(org: string): void;
}

/**
 * The plugin of Better Auth, whose provisioning domains are our organizations. It tells of each change before it commits its
 * own: where the hub's transaction fails, the provider hears so and asks again.
 */
export function scimPlugin(scim: Scim, { groups }: ScimOptions, world: ScimWorld): ReturnType<Scim> {
  const { db, now } = world;
  return scim({
    connections: [],
    managedConnections: { credentialHashSecret: hashed(`scim ${world.secret}`) },
    compatibility: { microsoftEntra: { acceptLegacyGroupSchema: true } },
    identity: {
      // An account that signed up with an address does not prove that it is its owner's: it is linked only if the provider
      // made it, signs it in, or it is in the organization already.
      async resolveUser({ provisioningDomainId: org, resource }, { database }) {
        const where = [{ field: 'email', value: resource.primaryEmail.toLowerCase() }];
        const user = await database.findOne<AccountUser & { emailVerified: boolean }>({
          model: 'user',
          where,
        });
        if (!user) return { action: 'create' };
        const ways = [
          { field: 'userId', value: user.id },
          { field: 'providerId', value: 'oidc' },
        ];
        const isTrusted =
          user.emailVerified ||
          (await database.count({ model: 'account', where: ways })) > 0 ||
          (await db.asOperator((query) => personOf(query, user, org))) !== undefined;
        return isTrusted ? { action: 'link', userId: user.id, profile: 'preserve' } : { action: 'create' };
      },
      // Signing in with the provider finds an account by its address only if that is verified.
      async reconcileUser({ userId, profileSourceId }, { database }) {
        if (profileSourceId === undefined) return;
        const where = [{ field: 'id', value: userId }];
        await database.update({ model: 'user', where, update: { emailVerified: true } });
      },
    },
    projection: {
      ...(groups && {
        roles: {
          map: ({ source }) => [source.displayName, source.externalId ?? ''],
          exists: () => true,
        },
      }),
      async reconcileUser({ provisioningDomainId: org, userId, active, grants }, { database }) {
        const where = [{ field: 'id', value: userId }];
        const user = await database.findOne<AccountUser>({ model: 'user', where });
        if (!user) return;
        const name = await db.asOperator((query) =>
          active ? provide(query, { org, user }, now()) : withdraw(query, { org, user }, world),
        );
        if (active && groups && [org, name].includes(groups.org)) {
          const claims = { [groups.claim]: grants.map(({ role }) => role) };
          await applyGroups(db, { ...groups, org }, { user, claims }, { now: now(), log: world.log });
        }
        world.onChange(org);
      },
    },
  });
}

/** Makes an account a person of an organization, as a member; returns the organization's name. */
async function provide(
  query: Query,
  { org, user }: { org: string; user: AccountUser },
  now: number,
): Promise<string | undefined> {
  const [found] = await query<{ name: string }>(
    'select name from hub.space where org = $1 and id = $1 for update',
    [org],
  );
  if (!found) throw new Error(`no organization ${org}`);
  if ((await personOf(query, user, org)) !== undefined) return found.name;
  const person = newId();
  await addPerson(query, { org, space: null, role: null }, person, storedName(user.name, 'person'));
  await link(query, { org, user, person }, now);
  await audit(query, { org, now }, 'added a person by SCIM', { person, email: user.email });
  return found.name;
}

/** Ends all that an account can do in an organization. The last owner stays its owner by name only. */
async function withdraw(
  query: Query,
  { org, user }: { org: string; user: AccountUser },
  { now: clock, log }: Pick<ScimWorld, 'now' | 'log'>,
): Promise<undefined> {
  await query('select id from hub.space where org = $1 and id = $1 for update', [org]);
  const person = await personOf(query, user, org);
  if (person === undefined) return;
  const now = clock();
  const heir = { id: await otherOwner(query, { org, person }) };
  let did = 'removed a person by SCIM';
  try {
    await removeMember(query, { org, person: heir }, org, person, now);
  } catch (error) {
    if (!(error instanceof RequestFailure && error.body.code === 'last')) throw error;
    did = 'ended the access of the last owner by SCIM';
    log(`SCIM: ${user.email} was the last owner of ${org}; \`sqrl-hub invite --role owner\` invites another`);
    await endAccess(query, org, person, now);
  }
  await audit(query, { org, now }, did, { person, email: user.email });
}

/** Makes the token with which a provider asks for one organization, and ends those before. */
export async function newScimToken(
  api: Managed,
  org: string,
  now: number,
): Promise<{ token: string; expiresAt: number }> {
  const expiresAt = now + TOKEN_MS;
  const of = { provisioningDomainId: org, actorId: 'operator' };
  const policy = { ...of, scopes: SCOPES, expiresAt: new Date(expiresAt) };
  const [known] = (await api.listSCIMManagedConnections({ body: of })).connections;
  if (!known) {
    const body = { ...policy, creationRequestId: `squirrel-hub-${org}` };
    return { token: (await api.createSCIMManagedConnection({ body })).token, expiresAt };
  }
  const { connectionId } = known;
  const { credentials } = await api.getSCIMManagedConnection({ body: { ...of, connectionId } });
  for (const { credentialId, status } of credentials)
    if (status === 'active')
      await api.revokeSCIMManagedCredential({ body: { ...of, connectionId, credentialId } });
  const { token } = await api.rotateSCIMManagedCredential({ body: { ...policy, connectionId } });
  return { token, expiresAt };
}
