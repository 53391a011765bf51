import type { Context } from 'hono';
import { html } from 'hono/html';
import type { HubContext } from '../app.ts';
import { MAX_FORM_BYTES, textOf } from '../body.ts';
import { type Caller, notingDenials } from '../caller.ts';
import { RequestFailure } from '../failure.ts';
import { codeGuard } from '../limits.ts';
import type { AccountsOptions, Auth } from './auth.ts';
import { type AccountUser, callerOfUser } from './memberships.ts';
import { type Html, type PageStyle, page, trouble } from './pages.ts';
import type { AccountStore } from './store.ts';

export interface Accounts extends AccountsOptions {
  origin: string;
  auth: Auth;
  store: AccountStore;
}

export type Visits = ReturnType<typeof visitsOf>;

/** What the pages need to know of a request. */
export function visitsOf(context: HubContext, accounts: Accounts) {
  const { db, now } = context;
  const { auth, oidc, isSignUpOpen } = accounts;
  const judged = codeGuard();
  return {
    ...{ ...context, ...accounts },
    style: { provider: oidc?.name, isSignUpOpen } satisfies PageStyle,
    ...{ addressFrom, asked, userOf, mustBeSignedIn, guarded, asUser },
  };

  function addressFrom(c: Context): string {
    return context.addressOf(c.req.raw.headers, c.env);
  }

  function asked(c: Context) {
    return { request: c.req.raw, address: addressFrom(c) };
  }

  function userOf(c: Context): Promise<AccountUser | undefined> {
    return auth.userOf(c.req.raw.headers);
  }

  async function mustBeSignedIn(c: Context): Promise<AccountUser> {
    const user = await userOf(c);
    if (user) return user;
    throw new RequestFailure(401, 'key', 'You are signed out.', 'Sign in again.');
  }

  function guarded<T>(c: Context, code: string, work: () => Promise<T>): Promise<T> {
    return judged({ address: addressFrom(c), code, now: now() }, work);
  }

  /** One transaction as a person of an organization. */
  async function asUser<T>(c: Context, org: unknown, work: (at: Caller) => Promise<T>): Promise<T> {
    const user = await mustBeSignedIn(c);
    return notingDenials(
      (todo) => db.asHub(async (query) => todo(await callerOfUser(query, user, org, now()))),
      work,
    );
  }
}

export const HOME = '/account';

/** A path of the account page; else its beginning, so that no link leads away. */
export const localPath = (said: string | undefined): string =>
  said !== undefined && /^\/account(?:\/[a-z-]+)?(?:\?[\w=&%.-]*)?$/.test(said) ? said : HOME;

export async function formOf(c: Context): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await textOf(c.req.raw, MAX_FORM_BYTES)));
}

export const failurePage = (said: string): Html =>
  page('That did not work', html`${trouble(said)}<p><a href="/account">Back</a></p>`);
