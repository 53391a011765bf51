import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { storedName } from '../caller.ts';
import { RequestFailure } from '../failure.ts';
import { CALLBACK_PATH } from './auth.ts';
import { applyGroups } from './groups.ts';
import { invitationFor } from './memberships.ts';
import { page, resetPage, signInPage, signUpPage, wordPage } from './pages.ts';
import { failurePage, formOf, HOME, localPath, type Visits } from './visits.ts';

/** Signing in, up and out: forms go to Better Auth as requests, so that its checks apply. */
export function signInRoutes(app: Hono, visits: Visits): void {
  const { auth, db, news, now, log, oidc, origin, isSignUpOpen, style, addressFrom, asked, guarded } = visits;

  app.get('/sign-up', (c) => c.html(signUpPage({ next: localPath(c.req.query('next')) })));

  app.post('/sign-in', async (c) => {
    const { email = '', password = '', next } = await formOf(c);
    const reply = await auth.ask(asked(c), '/sign-in/email', { email, password });
    if (reply.ok) return onward(reply, localPath(next));
    log(`sign-in refused: ${reply.status} from ${addressFrom(c)}`);
    const problem = await problemOf(reply);
    return c.html(signInPage(style, { next: localPath(next), email, problem }), reply.status as 401);
  });
  app.post('/sign-up', async (c) => {
    const { email = '', password = '', name: typed, next: said } = await formOf(c);
    const next = localPath(said);
    const name = storedName(typed, 'person');
    if (!isSignUpOpen) await mustBeInvited(c, next, email);
    const reply = await auth.ask(asked(c), '/sign-up/email', { email, password, name });
    if (reply.ok) return onward(reply, next);
    const problem = await problemOf(reply);
    return c.html(signUpPage({ next, email, name, problem }), reply.status as 400);
  });
  app.post('/sign-out', async (c) => onward(await auth.ask(asked(c), '/sign-out', {}), HOME));
  app.post('/password', async (c) => {
    const { password = '', changed = '' } = await formOf(c);
    const body = { currentPassword: password, newPassword: changed, revokeOtherSessions: true };
    const reply = await auth.ask(asked(c), '/change-password', body);
    if (!reply.ok) return c.html(failurePage(await problemOf(reply)), reply.status as 400);
    return withCookies(reply, await c.html(changedPage()));
  });
  app.get('/reset', (c) => c.html(resetPage(c.req.query('token') ?? '')));
  app.post('/reset', async (c) => {
    const { token = '', password = '' } = await formOf(c);
    const reply = await auth.ask(asked(c), '/reset-password', { token, newPassword: password });
    if (reply.ok) return c.html(changedPage());
    return c.html(resetPage(token, await problemOf(reply)), reply.status as 400);
  });
  if (oidc) {
    app.post('/oidc', async (c) => {
      const { next } = await formOf(c);
      const to = localPath(next);
      const body = { provider: 'oidc', callbackURL: to, errorCallbackURL: HOME, disableRedirect: true };
      const reply = await auth.ask(asked(c), '/sign-in/social', body);
      const { url } = (await reply.clone().json()) as { url?: string };
      if (!reply.ok || url === undefined) return c.html(failurePage(await problemOf(reply)), 502);
      // A redirect after a form is not followed where the policy lets forms go to this address only.
      const heading = `Go on to ${oidc.name}`;
      const head = html`<meta http-equiv="refresh" content="0;url=${url}">`;
      const said = await c.html(page(heading, html`<p><a href="${url}">${heading}</a></p>`, head));
      return withCookies(reply, said);
    });
    app.get(CALLBACK_PATH.slice('/account'.length), async (c) => {
      const { reply, signedIn } = await auth.callback(asked(c));
      // Where this fails, the reply with its cookies is not sent.
      const org =
        oidc.groups && signedIn && (await applyGroups(db, oidc.groups, signedIn, { now: now(), log }));
      if (org !== undefined) news.tell(org);
      return reply;
    });
  }

  async function mustBeInvited(c: Context, next: string, email: string): Promise<void> {
    const code = new URL(next, origin).searchParams.get('code');
    if (code === null || !next.startsWith('/account/join?'))
      throw new RequestFailure(
        403,
        'role',
        'Accounts are by invitation here: open the link of an invitation, or type its code.',
      );
    const user = { email: email.trim().toLowerCase() };
    await guarded(c, code, () => db.asHub((query) => invitationFor(query, code, user, now())));
  }
}

const changedPage = () =>
  wordPage(
    'Change password',
    'The password was changed. Other browsers are signed out; devices stay logged in.',
  );

const onward = (reply: Response, to: string): Response =>
  withCookies(reply, new Response(null, { status: 303, headers: { location: to } }));

function withCookies(from: Response, to: Response): Response {
  for (const cookie of from.headers.getSetCookie()) to.headers.append('set-cookie', cookie);
  return to;
}

async function problemOf(reply: Response): Promise<string> {
  const body = (await reply.json().catch(() => undefined)) as { code?: string; message?: string } | undefined;
  const { code = '', message } = body ?? {};
  if (reply.status === 429) return 'Too many tries. Wait a minute.';
  return PROBLEMS[code] ?? message ?? `That did not work (${reply.status})`;
}

const PROBLEMS: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'Wrong address or password.',
  INVALID_PASSWORD: 'Wrong address or password.',
  INVALID_EMAIL: 'This is not an e-mail address.',
  VALIDATION_ERROR: 'This is not an e-mail address.',
  USER_ALREADY_EXISTS: 'There is an account with this address. Sign in with it.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is an account with this address. Sign in with it.',
  INVALID_TOKEN: 'The link is used or expired. Ask the operator of the hub for a new one.',
  PASSWORD_TOO_SHORT: 'The password has fewer than 10 characters.',
  PASSWORD_TOO_LONG: 'The password has more than 128 characters.',
};
