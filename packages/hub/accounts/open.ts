import { Problem } from '@sqrl/base/problem.ts';
import { audit } from '../caller.ts';
import type { HubDb } from '../db.ts';
import type { HubPlace } from '../open.ts';
import { knownOrg, withHub } from '../operate.ts';
import { type AccountsOptions, openAuth } from './auth.ts';
import { SCIM_PATH } from './scim.ts';
import { accountSecret, openAccountStore } from './store.ts';
import type { Accounts } from './visits.ts';

/** How `sqrl-hub serve` was asked for accounts. */
export interface AccountsWish extends AccountsOptions {
  /** The address that browsers know the hub by; the one it listens at where it is not given. */
  publicUrl: string | undefined;
}

/** What can be said of the options before anything is opened. */
export function checkAccounts(
  { publicUrl, oidc }: AccountsWish,
  { database, host, behindProxy }: { database: string | undefined; host: string; behindProxy: boolean },
): void {
  if (database === undefined)
    throw new Problem(
      'Accounts need a PostgreSQL: the embedded database has one connection.',
      'Pass --database postgres://…, or set SQRL_HUB_DATABASE; `sqrl-hub backup` and `restore` take a hub along.',
      'usage',
    );
  if (publicUrl === undefined && (behindProxy || ['0.0.0.0', '::'].includes(host)))
    throw new Problem(
      'Accounts need the address that browsers know the hub by: forms from other addresses are refused.',
      'Pass --public-url https://hub.example.com.',
      'usage',
    );
  if (publicUrl !== undefined && safeUrl(publicUrl)?.origin !== publicUrl.replace(/\/$/, ''))
    throw new Problem(
      `--public-url ${publicUrl} is not an address of the form https://hub.example.com.`,
      'It has no path, and is encrypted unless it is this machine.',
      'usage',
    );
  if (oidc && !safeUrl(oidc.issuer))
    throw new Problem(
      `--oidc-issuer ${oidc.issuer} is not an address that begins with https://.`,
      'The secret of the hub would be sent to it: over TLS, unless it is this machine.',
      'usage',
    );
}

function safeUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal) ? url : undefined;
}

export async function openAccounts(
  wish: AccountsWish,
  {
    folder,
    database,
    addresses,
    db,
    url,
    now,
    log,
  }: HubPlace & { db: HubDb; url: string; now(): number; log(line: string): void },
): Promise<Accounts & { close(): Promise<void> }> {
  const origin = new URL(wish.publicUrl ?? url).origin;
  const store = await openAccountStore(db, addresses?.direct ?? database!, log);
  try {
    const secret = accountSecret(folder);
    const auth = await openAuth(wish, { db, store, secret, origin, now, log });
    return { ...wish, origin, auth, store, close: store.close };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A link with which a person sets a new password; for the operator, who passes it on. */
export async function passwordLink(
  place: HubPlace,
  { email, publicUrl }: { email: string; publicUrl: string | undefined },
  { now, log }: { now: number; log(line: string): void },
): Promise<{ link: string }> {
  const wish = { isSignUpOpen: false, oidc: undefined, publicUrl };
  return withAccounts(place, wish, { now, log }, async (accounts, db) => {
    const sql = 'select id from "user" where email = $1';
    const [user] = await accounts.store.query<{ id: string }>(sql, [email.trim().toLowerCase()]);
    const token = user && (await accounts.auth.resetToken(email.trim().toLowerCase()));
    if (!user || token === undefined)
      throw new Problem(`No account has the address ${email}.`, 'Check the spelling.', 'not_found');
    await db.asOperator(async (query) => {
      const people = 'select org, person from hub.account where user_id = $1';
      for (const { org, person } of await query<{ org: string; person: string }>(people, [user.id]))
        await audit({ query, org, now }, 'gave a link for a new password', { person });
    });
    return { link: `${accounts.origin}/account/reset?token=${token}` };
  });
}

/** What a provider needs to add and remove the people of an organization. */
export async function scimAccess(
  place: HubPlace,
  { org: named, publicUrl }: { org: string | undefined; publicUrl: string | undefined },
  { now, log }: { now: number; log(line: string): void },
): Promise<{ org: string; url: string; token: string; expiresAt: number }> {
  const wish = { isSignUpOpen: false, oidc: undefined, publicUrl, scim: { groups: undefined } };
  return withAccounts(place, wish, { now, log }, async ({ auth, origin }, db) => {
    const org = await db.asOperator((query) => knownOrg(query, named));
    const made = await auth.scimToken(org.id);
    await db.asOperator((query) => audit({ query, org: org.id, now }, 'made a token for SCIM'));
    return { org: org.name, url: `${origin}${SCIM_PATH}`, ...made };
  });
}

function withAccounts<T>(
  place: HubPlace,
  wish: AccountsWish,
  { now, log }: { now: number; log(line: string): void },
  work: (accounts: Accounts, db: HubDb) => Promise<T>,
): Promise<T> {
  const url = wish.publicUrl;
  checkAccounts(wish, { database: place.database, host: '', behindProxy: url === undefined });
  return withHub(place, log, async (db) => {
    const accounts = await openAccounts(wish, { ...place, db, url: url!, now: () => now, log });
    try {
      return await work(accounts, db);
    } finally {
      await accounts.close();
    }
  });
}
