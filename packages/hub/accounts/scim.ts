import { audit, hashed, type OrgTransaction, rowOf } from '../caller.ts';
import type { HubDb } from '../db.ts';
import { RequestFailure } from '../failure.ts';
import { endAccess, removeMember } from '../spaces.ts';
import { applyGroups, type GroupRules, LOCK, newPerson, otherOwner } from './groups.ts';
import { type AccountUser, personOf } from './memberships.ts';

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
          (await db.asOperator((query) => personOf({ query, org }, user))) !== undefined;
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
        const name = await db.asOperator((query) => {
          const at = { query, org, now: now() };
          return active ? provide(at, user) : withdraw(at, user, world.log);
        });
        if (active && groups && [org, name].includes(groups.org)) {
          const claims = { [groups.claim]: grants.map(({ role }) => role) };
          await applyGroups(db, { ...groups, org }, { user, claims }, { now: now(), log: world.log });
        }
        world.onChange(org);
      },
    },
  });
}

/** Makes an account a person of an organization; returns the organization's name. */
async function provide(at: OrgTransaction, user: AccountUser): Promise<string | undefined> {
  const found = await rowOf<{ name: string }>(at, LOCK);
  if (!found) throw new Error(`no organization ${at.org}`);
  if ((await personOf(at, user)) === undefined) {
    const person = await newPerson(at, user);
    await audit(at, 'added a person by SCIM', { person, email: user.email });
  }
  return found.name;
}

/** Ends all that an account can do in an organization. The last owner stays its owner by name only. */
async function withdraw(at: OrgTransaction, user: AccountUser, log: ScimWorld['log']): Promise<undefined> {
  await rowOf(at, LOCK);
  const person = await personOf(at, user);
  if (person === undefined) return;
  let did = 'removed a person by SCIM';
  try {
    await removeMember(at, at.org, person, await otherOwner(at, person));
  } catch (error) {
    if (!(error instanceof RequestFailure && error.body.code === 'last')) throw error;
    did = 'ended the access of the last owner by SCIM';
    log(
      `SCIM: ${user.email} was the last owner of ${at.org}; \`sqrl-hub invite --role owner\` invites another`,
    );
    await endAccess(at, person);
  }
  await audit(at, did, { person, email: user.email });
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
