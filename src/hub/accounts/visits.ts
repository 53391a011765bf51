import type { Context } from 'hono';
import { html } from 'hono/html';
import type { HubContext } from '../app.ts';
import { type Caller, notingDenials } from '../caller.ts';
import type { Query } from '../db.ts';
import { RequestFailure } from '../failure.ts';
import { tryLimiter } from '../pair.ts';
import type { AccountsOptions, Auth } from './auth.ts';
import { type AccountUser, callerOfUser } from './memberships.ts';
import { type Html, type PageStyle, page, trouble } from './pages.ts';
import type { AccountStore } from './store.ts';

/** A hub's accounts. */
export interface Accounts extends AccountsOptions {
  /** The address that browsers know the hub by. */
  origin: string;
  auth: Auth;
  store: AccountStore;
}

export type Visits = ReturnType<typeof visitsOf>;

/** What the pages need to know of a request. */
export function visitsOf(context: HubContext, accounts: Accounts) {
  const { db, now } = context;
  const { auth, oidc, isSignUpOpen } = accounts;
  const tries = tryLimiter();
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

  /** Guesses at codes are few. */
  function guarded<T>(c: Context, work: () => Promise<T>): Promise<T> {
    return counted(tries, addressFrom(c), now(), work);
  }

  /** One transaction as a person of an organization. */
  async function asUser<T>(
    c: Context,
    org: unknown,
    work: (query: Query, caller: Caller) => Promise<T>,
  ): Promise<T> {
    const user = await mustBeSignedIn(c);
    return notingDenials(
      (todo) => db.asHub(async (query) => todo(query, await callerOfUser(query, user, org))),
      now(),
      work,
    );
  }
}

/** The beginning of the account page. */
export const HOME = '/account';

/** A path of the account page; else its beginning, so that no link leads away. */
export const localPath = (said: string | undefined): string =>
  said !== undefined && /^\/account(?:\/[a-z-]+)?(?:\?[\w=&%.-]*)?$/.test(said) ? said : HOME;

export async function formOf(c: Context): Promise<Record<string, string>> {
  const body = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export const failurePage = (said: string): Html =>
  page('That did not work', html`${trouble(said)}<p><a href="/account">Back</a></p>`);

type Tries = ReturnType<typeof tryLimiter>;

export function refuseMany(tries: Tries, address: string, now: number, why = 'Too many wrong codes.'): void {
  if (tries.isOver(address, now)) throw new RequestFailure(429, 'slow', why, 'Wait a minute.');
}

/** Wrong codes count against the address that sent them. */
export async function counted<T>(
  tries: Tries,
  address: string,
  now: number,
  work: () => Promise<T>,
): Promise<T> {
  refuseMany(tries, address, now);
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestFailure && error.body.code === 'code') tries.failed(address, now);
    throw error;
  }
}
