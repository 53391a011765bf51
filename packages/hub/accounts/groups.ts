import { HUB_ROLES, type HubRole } from '@sqrl/base/model/sync/hub-protocol.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { audit, isAtLeast, isId, newId, type OrgTransaction, rowOf, rowsOf, storedName } from '../caller.ts';
import type { HubDb } from '../db.ts';
import { RequestFailure } from '../failure.ts';
import { fileAt } from '../open.ts';
import { addPerson } from '../pair.ts';
import { keepAnOwner, putMember, removeMember } from '../spaces.ts';
import { type AccountUser, link, personOf } from './memberships.ts';

export interface GroupRules {
  claim: string;
  /** Asked of the provider too: some send groups only then. */
  scope: string | undefined;
  org: string;
  grants: readonly { group: string; team: string | undefined; role: HubRole }[];
}

/** A person whom the provider signed in, with what its verified ID token or its userinfo says of them. */
export interface SignedIn {
  user: AccountUser;
  claims: Readonly<Record<string, unknown>>;
}

const GRANT = new RegExp(`^(?:team:(.+):)?(${HUB_ROLES.join('|')})$`);

export function groupRulesAt(file: string): GroupRules {
  const wrong = (what: string, cause?: unknown) =>
    new Problem(`${file} has no rules for groups: ${what}.`, 'docs/HUB.md has an example.', 'usage', cause);
  let said: Record<string, unknown>;
  try {
    said = JSON.parse(fileAt(file).toString('utf8'));
  } catch (error) {
    throw error instanceof Problem ? error : wrong((error as Error).message, error);
  }
  const { claim = 'groups', scope, org, roles } = said ?? {};
  if (typeof claim !== 'string' || !['string', 'undefined'].includes(typeof scope))
    throw wrong('claim and scope are texts');
  if (typeof org !== 'string') throw wrong('org is the name or the id of an organization');
  if (typeof roles !== 'object' || roles === null) throw wrong('roles says what each group gives');
  const grants = Object.entries(roles).map(([group, given]) => {
    const [, team, role] = GRANT.exec(String(given)) ?? [];
    if (role === undefined) throw wrong(`"${given}" is neither a role nor team:NAME:ROLE`);
    return { group, team, role: role as HubRole };
  });
  return { claim, scope: scope as string | undefined, org, grants };
}

/** Gives and takes the roles of a person's groups; returns the organization, where there is one. */
export function applyGroups(
  db: HubDb,
  rules: GroupRules,
  { user, claims }: SignedIn,
  { now, log }: { now: number; log(line: string): void },
): Promise<string | undefined> {
  const said = claims[rules.claim];
  const groups = Array.isArray(said) ? said : [said];
  return db.asOperator(async (query) => {
    const byName = 'select id from hub.org where name = $1';
    const id = isId(rules.org) ? rules.org : onlyOne(await query<Id>(byName, [rules.org]));
    const at = { query, org: id ?? '', now };
    // The lock under which owners give roles.
    const org = onlyOne(await rowsOf<Id>(at, LOCK));
    if (org === undefined) log(`groups: not exactly one organization is called ${rules.org}; use its id`);
    else if (said === undefined && Object.hasOwn(Object(claims._claim_names), rules.claim))
      log(`groups: the provider did not send the groups of ${user.email}: they are too many`);
    else await changeRoles(at, await rolesOf(at));
    return org;
  });

  async function rolesOf(at: OrgTransaction): Promise<Map<string, Given>> {
    const wanted = new Map<string, Given>();
    for (const { group, team, role } of rules.grants) {
      if (!groups.includes(group)) continue;
      const sql = `select id from hub.space where org = $1 and kind = 'team'
                      and ${isId(team) ? 'id' : 'lower(name)'} = lower($2)`;
      const space = team === undefined ? at.org : onlyOne(await rowsOf<Id>(at, sql, team));
      const before = space === undefined ? undefined : wanted.get(space);
      if (space === undefined) log(`groups: not exactly one team is called ${team}; use its id`);
      else if (!before || !isAtLeast(before.role, role)) wanted.set(space, { role, group });
    }
    return wanted;
  }

  async function changeRoles(at: OrgTransaction, wanted: Map<string, Given>): Promise<void> {
    const { org } = at;
    const known = await personOf(at, user);
    if (known === undefined && wanted.size === 0) return;
    const person = known ?? (await newPerson(at, user));
    const held = await rowsOf<{ space: string; role: HubRole; base: HubRole | '' | null }>(
      at,
      `select space, role, base_role as base from hub.member
        where org = $1 and person = $2 and space <> $2 order by space <> $1`,
      person,
    );
    if (known === undefined) held[0]!.base = '';
    // Who is in a team is in the organization.
    if (wanted.size > 0 && !wanted.has(org) && held[0]?.base !== null)
      wanted.set(org, { ...[...wanted.values()][0]!, role: 'member' });
    for (const [space, { role, group }] of wanted) {
      const has = held.find((row) => row.space === space);
      const byHand = has ? (has.base ?? has.role) : '';
      const isEnough = byHand !== '' && isAtLeast(byHand, role);
      const next = isEnough ? { role: byHand, base: null } : { role, base: byHand };
      if (known !== undefined && has?.role === next.role && has.base === next.base) continue;
      const sql = 'select 1 from hub.former where org = $1 and space = $2 and person = $3 and removed';
      if (!has && (await rowOf(at, sql, space, person))) continue;
      await noted('gave a role by group', { space, person, role: next.role, group }, async () => {
        if (next.role !== 'owner') await keepAnOwner(at, space, person);
        await putMember(at, { person, space, ...next });
      });
    }
    for (const { space, base } of held) {
      if (base === null || wanted.has(space)) continue;
      await noted('took a role by group', { space, person, role: base || null }, async () => {
        await keepAnOwner(at, space, person);
        if (base !== '') return void (await putMember(at, { person, space, role: base }));
        const heir = space === org ? await otherOwner(at, person) : person;
        return removeMember(at, space, person, heir);
      });
      // Out of the organization is out of all.
      if (space === org && base === '') return;
    }

    async function noted(
      did: string,
      what: Record<string, unknown>,
      work: () => Promise<void>,
    ): Promise<void> {
      try {
        await work();
        await audit(at, did, what);
      } catch (error) {
        if (!(error instanceof RequestFailure && error.body.code === 'last')) throw error;
        log(`groups: ${user.email} stays an owner, because ${what.space} has no other`);
      }
    }
  }
}

interface Id {
  id: string;
}

export const LOCK = 'select id, name from hub.space where org = $1 and id = $1 for update';

interface Given {
  role: HubRole;
  group: string;
}

const onlyOne = (rows: readonly Id[]): string | undefined => (rows.length === 1 ? rows[0]!.id : undefined);

/** Makes an account a person of an organization, as a member. */
export async function newPerson(at: OrgTransaction, user: AccountUser): Promise<string> {
  const person = newId();
  await addPerson(at, { space: null, role: null }, person, storedName(user.name, 'person'));
  await link(at, user, person);
  return person;
}

/** Gets the spaces that only a person owned who leaves; themselves where there is no other owner, who then stays. */
export async function otherOwner(at: OrgTransaction, person: string): Promise<string> {
  const found = await rowOf<{ person: string }>(
    at,
    `select person from hub.member where org = $1 and space = $1 and role = 'owner' and person <> $2 limit 1`,
    person,
  );
  return found?.person ?? person;
}
