import { type Context, Hono } from 'hono';
import type { html } from 'hono/html';
import { html as markup } from 'hono/html';
import type { HubContext } from '../app.ts';
import { audit, type Caller, doneBy, isAtLeast } from '../caller.ts';
import type { Query } from '../db.ts';
import { badForm, RequestFailure } from '../failure.ts';
import { tryLimiter } from '../pair.ts';
import { devicesOf, membersOf, revokeDevice } from '../spaces.ts';
import { type AccountsOptions, type Auth, CALLBACK_PATH } from './auth.ts';
import { approveLogin, beginLogin, denyLogin, fetchKey, waitingDevice } from './device-login.ts';
import {
  type AccountUser,
  callerOfUser,
  cancelInvitation,
  createKey,
  createOrg,
  invitationFor,
  inviteByLink,
  join,
  type Membership,
  membershipsOf,
  openInvitations,
} from './memberships.ts';
import {
  codePage,
  devicePage,
  joinPage,
  type OrganizationView,
  overviewPage,
  type PageStyle,
  page,
  STYLE,
  signInPage,
  signUpPage,
  trouble,
  wordPage,
} from './pages.ts';
import type { AccountStore } from './store.ts';
import { type AccountWords, wordsFor } from './words.ts';

/** A hub's accounts. */
export interface Accounts extends AccountsOptions {
  /** The address that browsers know the hub by. */
  origin: string;
  auth: Auth;
  store: AccountStore;
}

type Page = ReturnType<typeof html>;
type Form = Record<string, string>;

/** How often a device asks whether it was approved. */
const EVERY_MS = 3000;

/** What a device asks that has no key yet. */
export function loginRoutes(app: Hono, context: HubContext, accounts: Accounts): void {
  const { db, now } = context;
  const begun = tryLimiter();
  const tries = tryLimiter();
  app.post('/v1/device', async (c) => {
    const address = context.addressOf(c.req.raw.headers, c.env);
    refuseMany(begun, address, now(), 'Too many logins were begun.');
    begun.failed(address, now());
    const { device } = await bodyOf(c);
    const { code, userCode, expiresAt } = await beginLogin(accounts.store, { device, address }, now());
    const approveAt = `${accounts.origin}/account/device?code=${userCode}`;
    return c.json({ code, userCode, approveAt, expiresAt, everyMs: EVERY_MS });
  });
  app.post('/v1/device/key', async (c) => {
    const address = context.addressOf(c.req.raw.headers, c.env);
    refuseMany(tries, address, now());
    const { code } = await bodyOf(c);
    return c.json(await counted(tries, address, now(), () => fetchKey(accounts.store, db, code, now())));
  });
}

async function bodyOf(c: Context): Promise<Record<string, unknown>> {
  const body = await c.req.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null) throw badForm('it is not JSON');
  return body as Record<string, unknown>;
}

type Tries = ReturnType<typeof tryLimiter>;

function refuseMany(tries: Tries, address: string, now: number, why = 'Too many wrong codes.'): void {
  if (tries.isOver(address, now)) throw new RequestFailure(429, 'slow', why, 'Wait a minute.');
}

/** Wrong codes count against the address that sent them. */
async function counted<T>(tries: Tries, address: string, now: number, work: () => Promise<T>): Promise<T> {
  refuseMany(tries, address, now);
  try {
    return await work();
  } catch (error) {
    if (error instanceof RequestFailure && error.body.code === 'code') tries.failed(address, now);
    throw error;
  }
}

/** The pages under /account: forms without a script. */
export function accountRoutes(context: HubContext, accounts: Accounts): Hono {
  const { db, now } = context;
  const { auth, store, origin, oidc, isSignUpOpen } = accounts;
  const tries = tryLimiter();
  const app = new Hono();

  app.use('*', async (c, next) => {
    if (c.req.method === 'POST' && c.req.header('origin') !== origin)
      return c.html(
        failurePage(styleOf(c), (words) => words.otherSite(origin)),
        403,
      );
    await next();
    c.header('content-security-policy', CONTENT_POLICY);
    c.header('referrer-policy', 'same-origin');
    c.header('x-frame-options', 'DENY');
    return undefined;
  });
  app.onError((error, c) => {
    if (!(error instanceof RequestFailure)) throw error;
    const { message, hint } = error.body;
    return c.html(
      failurePage(styleOf(c), (words) =>
        [words.failure(message), words.lang === 'en' ? hint : ''].join(' ').trim(),
      ),
      error.status as 400,
    );
  });

  app.get('/style.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }));

  app.get('/', async (c) => {
    const user = await userOf(c);
    const next = localPath(c.req.query('next'));
    if (!user) {
      const failed = c.req.query('error');
      const problem = failed === undefined ? undefined : providerProblem(styleOf(c).words, failed);
      return c.html(signInPage(styleOf(c), { next, problem }));
    }
    if (next !== HOME) return c.redirect(next, 303);
    const views = await viewsOf(user);
    const hasPassword = await auth.hasPassword(c.req.raw.headers);
    return c.html(overviewPage(styleOf(c), { user, views, hasPassword }));
  });
  app.get('/sign-up', (c) => c.html(signUpPage(styleOf(c), { next: localPath(c.req.query('next')) })));

  app.post('/sign-in', async (c) => {
    const { email = '', password = '', next } = await formOf(c);
    const reply = await auth.ask(asked(c), '/sign-in/email', { email, password });
    if (reply.ok) return onward(reply, localPath(next));
    context.log(`sign-in refused: ${reply.status} from ${addressOf(c)}`);
    const problem = await problemOf(reply, styleOf(c).words);
    return c.html(signInPage(styleOf(c), { next: localPath(next), email, problem }), reply.status as 401);
  });
  app.post('/sign-up', async (c) => {
    const { email = '', password = '', name = '', next: said } = await formOf(c);
    const style = styleOf(c);
    const next = localPath(said);
    if (!isSignUpOpen) await mustBeInvited(c, next, email);
    const reply = await auth.ask(asked(c), '/sign-up/email', { email, password, name: name.slice(0, 60) });
    if (reply.ok) return onward(reply, next);
    const problem = await problemOf(reply, style.words);
    return c.html(signUpPage(style, { next, email, name, problem }), reply.status as 400);
  });
  app.post('/sign-out', async (c) => onward(await auth.ask(asked(c), '/sign-out', {}), HOME));
  app.post('/password', async (c) => {
    const { password = '', changed = '' } = await formOf(c);
    const { words } = styleOf(c);
    const body = { currentPassword: password, newPassword: changed, revokeOtherSessions: true };
    const reply = await auth.ask(asked(c), '/change-password', body);
    if (!reply.ok) return c.html(failurePage(styleOf(c), await problemOf(reply, words)), reply.status as 400);
    const said = await c.html(wordPage(styleOf(c), words.changePassword, words.passwordChanged));
    return withCookies(reply, said);
  });
  if (oidc) {
    app.post('/oidc', async (c) => {
      const { next } = await formOf(c);
      const style = styleOf(c);
      const to = localPath(next);
      const body = { provider: 'oidc', callbackURL: to, errorCallbackURL: HOME, disableRedirect: true };
      const reply = await auth.ask(asked(c), '/sign-in/social', body);
      const { url } = (await reply.clone().json()) as { url?: string };
      if (!reply.ok || url === undefined)
        return c.html(failurePage(style, await problemOf(reply, style.words)), 502);
      // A redirect after a form is not followed where the policy lets forms go to this address only.
      const words = style.words.goOnTo(oidc.name);
      const head = markup`<meta http-equiv="refresh" content="0;url=${url}">`;
      const said = await c.html(page(style, words, markup`<p><a href="${url}">${words}</a></p>`, head));
      return withCookies(reply, said);
    });
    app.get(CALLBACK_PATH.slice('/account'.length), (c) => auth.callback(asked(c)));
  }

  app.get('/join', async (c) => {
    const style = styleOf(c);
    const code = c.req.query('code');
    if (code === undefined) return c.html(codePage(style, style.words.join, '/account/join'));
    const user = await userOf(c);
    const found = await guarded(c, () => db.asHub((query) => invitationFor(query, code, user, now())));
    if (!user) return c.html(signInPage(style, { next: `/account/join?code=${encodeURIComponent(code)}` }));
    return c.html(joinPage(style, { code, ...found }));
  });
  app.post('/join', async (c) => {
    const user = await mustBeSignedIn(c);
    const { code = '' } = await formOf(c);
    const org = await guarded(c, () => db.asHub((query) => join(query, user, code, now())));
    context.news.tell(org.id);
    return c.redirect(HOME, 303);
  });
  app.post('/organization', async (c) => {
    const user = await mustBeSignedIn(c);
    if (!isSignUpOpen)
      throw new RequestFailure(
        403,
        'role',
        'The operator makes organizations: `sqrl hub invite --org NAME`.',
      );
    const { name } = await formOf(c);
    await db.asHub((query) => createOrg(query, user, name, now()));
    return c.redirect(HOME, 303);
  });
  app.post('/invite', async (c) => {
    const { org, email = '', role = 'member' } = await formOf(c);
    const { code } = await asUser(c, org, (query, caller) =>
      inviteByLink(query, caller, { email, role }, now()),
    );
    const { words } = styleOf(c);
    return c.html(
      wordPage(styleOf(c), words.invited, words.invitedHint, `${origin}/account/join?code=${code}`),
    );
  });
  app.post('/withdraw', async (c) => {
    const { org, id } = await formOf(c);
    await asUser(c, org, (query, caller) => cancelInvitation(query, caller, id, now()));
    return c.redirect(HOME, 303);
  });
  app.post('/key', async (c) => {
    const { org, name = '', days = '' } = await formOf(c);
    const wanted = { name, days: Number(days) };
    const { key } = await asUser(c, org, (query, caller) => createKey(query, caller, wanted, now()));
    const { words } = styleOf(c);
    return c.html(wordPage(styleOf(c), words.keyMade, words.keyOnce, key));
  });
  app.post('/revoke', async (c) => {
    const { org, device } = await formOf(c);
    await asUser(c, org, (query, caller) => revokeDevice(query, caller, { device }, now()));
    return c.redirect(HOME, 303);
  });

  app.get('/device', async (c) => {
    const style = styleOf(c);
    const code = c.req.query('code');
    if (code === undefined) return c.html(codePage(style, style.words.newDevice, '/account/device'));
    const user = await userOf(c);
    if (!user) return c.html(signInPage(style, { next: `/account/device?code=${encodeURIComponent(code)}` }));
    const device = await guarded(c, () => waitingDevice(store, code, now()));
    const memberships = await db.asHub((query) => membershipsOf(query, user));
    return c.html(devicePage(style, { code, device, memberships }));
  });
  app.post('/device', async (c) => {
    await mustBeSignedIn(c);
    const { code = '', org, answer } = await formOf(c);
    const { words } = styleOf(c);
    const device = await guarded(c, () => waitingDevice(store, code, now()));
    if (answer !== 'approve') {
      await denyLogin(store, device);
      return c.html(wordPage(styleOf(c), words.newDevice, words.denied));
    }
    await approveLogin(store, device, now(), (work) => asUser(c, org, work));
    return c.html(wordPage(styleOf(c), words.newDevice, words.approved));
  });
  return app;

  function styleOf(c: Context): PageStyle {
    return { words: wordsFor(c.req.header('accept-language')), provider: oidc?.name, isSignUpOpen };
  }

  function addressOf(c: Context): string {
    return context.addressOf(c.req.raw.headers, c.env);
  }

  function asked(c: Context) {
    return { request: c.req.raw, address: addressOf(c) };
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
    return counted(tries, addressOf(c), now(), work);
  }

  async function mustBeInvited(c: Context, next: string, email: string): Promise<void> {
    const code = new URL(next, origin).searchParams.get('code');
    if (code === null || !next.startsWith('/account/join?'))
      throw new RequestFailure(403, 'role', styleOf(c).words.byInvitation);
    const user = { email: email.trim().toLowerCase() };
    await guarded(c, () => db.asHub((query) => invitationFor(query, code, user, now())));
  }

  /** One transaction as a person of an organization. What was denied to a known one is noted. */
  async function asUser<T>(
    c: Context,
    org: unknown,
    work: (query: Query, caller: Caller) => Promise<T>,
  ): Promise<T> {
    const user = await mustBeSignedIn(c);
    let caller: Caller | undefined;
    try {
      return await db.asHub(async (query) => {
        caller = await callerOfUser(query, user, org);
        return work(query, caller);
      });
    } catch (error) {
      const known = caller;
      if (known && error instanceof RequestFailure && (error.status === 403 || error.status === 404))
        await db.asHub(async (query) => {
          await callerOfUser(query, user, org);
          const { code } = error.body;
          await audit(query, doneBy(known, now()), 'was denied', { code, message: error.message });
        });
      throw error;
    }
  }

  async function viewsOf(user: AccountUser): Promise<OrganizationView[]> {
    return db.asHub(async (query) => {
      const views: OrganizationView[] = [];
      for (const one of await membershipsOf(query, user)) views.push(await viewOf(query, user, one));
      return views;
    });
  }

  async function viewOf(query: Query, user: AccountUser, one: Membership): Promise<OrganizationView> {
    const caller = await callerOfUser(query, user, one.org.id);
    const { members } = await membersOf(query, caller, one.org.id);
    const { devices } = await devicesOf(query, caller);
    const invitations = isAtLeast(one.role, 'maintainer') ? await openInvitations(query, caller, now()) : [];
    return { ...one, members, devices, invitations };
  }
}

const HOME = '/account';

/** Nothing is loaded but the style, no script runs, no page frames it, and forms go here only. */
const CONTENT_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** A path of the account page; else its beginning, so that no link leads away. */
const localPath = (said: string | undefined): string =>
  said !== undefined && /^\/account(?:\/[a-z-]+)?(?:\?[\w=&%.-]*)?$/.test(said) ? said : HOME;

async function formOf(c: Context): Promise<Form> {
  const body = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(body).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function failurePage(style: PageStyle, said: string | ((words: AccountWords) => string)): Page {
  const { words } = style;
  const text = typeof said === 'string' ? said : said(words);
  return page(style, words.failed, markup`${trouble(text)}<p><a href="/account">${words.back}</a></p>`);
}

/** Goes on with the cookies that Better Auth set. */
const onward = (reply: Response, to: string): Response =>
  withCookies(reply, new Response(null, { status: 303, headers: { location: to } }));

function withCookies(from: Response, to: Response): Response {
  for (const cookie of from.headers.getSetCookie()) to.headers.append('set-cookie', cookie);
  return to;
}

async function problemOf(reply: Response, words: AccountWords): Promise<string> {
  const body = (await reply.json().catch(() => undefined)) as { code?: string; message?: string } | undefined;
  const { code = '', message } = body ?? {};
  if (reply.status === 429) return words.slow;
  return PROBLEMS[code]?.(words) ?? message ?? `${words.failed} (${reply.status})`;
}

/** By the codes of Better Auth. */
const PROBLEMS: Record<string, (words: AccountWords) => string> = {
  INVALID_EMAIL_OR_PASSWORD: ({ wrongPassword }) => wrongPassword,
  INVALID_PASSWORD: ({ wrongPassword }) => wrongPassword,
  INVALID_EMAIL: ({ badEmail }) => badEmail,
  VALIDATION_ERROR: ({ badEmail }) => badEmail,
  USER_ALREADY_EXISTS: ({ taken }) => taken,
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: ({ taken }) => taken,
  PASSWORD_TOO_SHORT: ({ shortPassword }) => shortPassword,
  PASSWORD_TOO_LONG: ({ longPassword }) => longPassword,
};

const providerProblem = (words: AccountWords, code: string): string =>
  code === 'account_not_linked' ? words.notLinked : words.providerFailed(code.slice(0, 60));
