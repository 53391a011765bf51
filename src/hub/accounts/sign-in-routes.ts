import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { storedName } from '../caller.ts';
import { RequestFailure } from '../failure.ts';
import { CALLBACK_PATH } from './auth.ts';
import { invitationFor } from './memberships.ts';
import { page, resetPage, signInPage, signUpPage, wordPage } from './pages.ts';
import { failurePage, formOf, HOME, localPath, type Visits } from './visits.ts';
import type { AccountWords } from './words.ts';

/** Signing in, up and out: forms go to Better Auth as requests, so that its checks apply. */
export function signInRoutes(app: Hono, visits: Visits): void {
  const { auth, db, now, log, oidc, origin, isSignUpOpen, styleOf, addressFrom, asked, guarded } = visits;

  app.get('/sign-up', (c) => c.html(signUpPage(styleOf(c), { next: localPath(c.req.query('next')) })));

  app.post('/sign-in', async (c) => {
    const { email = '', password = '', next } = await formOf(c);
    const reply = await auth.ask(asked(c), '/sign-in/email', { email, password });
    if (reply.ok) return onward(reply, localPath(next));
    log(`sign-in refused: ${reply.status} from ${addressFrom(c)}`);
    const problem = await problemOf(reply, styleOf(c).words);
    return c.html(signInPage(styleOf(c), { next: localPath(next), email, problem }), reply.status as 401);
  });
  app.post('/sign-up', async (c) => {
    const { email = '', password = '', name: typed, next: said } = await formOf(c);
    const style = styleOf(c);
    const next = localPath(said);
    const name = storedName(typed, 'person');
    if (!isSignUpOpen) await mustBeInvited(c, next, email);
    const reply = await auth.ask(asked(c), '/sign-up/email', { email, password, name });
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
  app.get('/reset', (c) => c.html(resetPage(styleOf(c), c.req.query('token') ?? '')));
  app.post('/reset', async (c) => {
    const { token = '', password = '' } = await formOf(c);
    const style = styleOf(c);
    const reply = await auth.ask(asked(c), '/reset-password', { token, newPassword: password });
    const { words } = style;
    if (reply.ok) return c.html(wordPage(style, words.changePassword, words.passwordChanged));
    return c.html(resetPage(style, token, await problemOf(reply, words)), reply.status as 400);
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
      const head = html`<meta http-equiv="refresh" content="0;url=${url}">`;
      const said = await c.html(page(style, words, html`<p><a href="${url}">${words}</a></p>`, head));
      return withCookies(reply, said);
    });
    app.get(CALLBACK_PATH.slice('/account'.length), (c) => auth.callback(asked(c)));
  }

  async function mustBeInvited(c: Context, next: string, email: string): Promise<void> {
    const code = new URL(next, origin).searchParams.get('code');
    if (code === null || !next.startsWith('/account/join?'))
      throw new RequestFailure(403, 'role', styleOf(c).words.byInvitation);
    const user = { email: email.trim().toLowerCase() };
    await guarded(c, () => db.asHub((query) => invitationFor(query, code, user, now())));
  }
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
  INVALID_TOKEN: ({ badLink }) => badLink,
  PASSWORD_TOO_SHORT: ({ shortPassword }) => shortPassword,
  PASSWORD_TOO_LONG: ({ longPassword }) => longPassword,
};
