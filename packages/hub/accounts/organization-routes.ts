import type { Hono } from 'hono';
import { askedIn } from '../body.ts';
import { type Caller, isAtLeast, spaceFor } from '../caller.ts';
import type { Query } from '../db.ts';
import { RequestFailure } from '../failure.ts';
import { setQuota } from '../push.ts';
import { auditOf } from '../review.ts';
import { devicesOf, revokeDevice, setRole } from '../spaces.ts';
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
import { type OrganizationView, overviewPage, spaceViews } from './overview-page.ts';
import { codePage, joinPage, signInPage, wordPage } from './pages.ts';
import { formOf, HOME, localPath, type Visits } from './visits.ts';

export function organizationRoutes(app: Hono, visits: Visits): void {
  const { auth, db, now, news, origin, isSignUpOpen } = visits;
  const { style, userOf, mustBeSignedIn, guarded, asUser } = visits;

  app.get('/', async (c) => {
    const user = await userOf(c);
    const next = localPath(c.req.query('next'));
    if (!user) {
      const failed = c.req.query('error');
      const problem = failed === undefined ? undefined : providerProblem(failed);
      return c.html(signInPage(style, { next, problem }));
    }
    if (next !== HOME) return c.redirect(next, 303);
    const views = await viewsOf(user);
    const hasPassword = await auth.hasPassword(c.req.raw.headers);
    return c.html(overviewPage(style, { user, views, hasPassword }));
  });
  app.get('/join', async (c) => {
    const code = c.req.query('code');
    if (code === undefined) return c.html(codePage('Join', '/account/join'));
    const user = await userOf(c);
    const found = await guarded(c, code, () => db.asHub((query) => invitationFor(query, code, user, now())));
    if (!user) return c.html(signInPage(style, { next: `/account/join?code=${encodeURIComponent(code)}` }));
    return c.html(joinPage({ code, ...found }));
  });
  app.post('/join', async (c) => {
    const user = await mustBeSignedIn(c);
    const { code = '' } = await formOf(c);
    const org = await guarded(c, code, () => db.asHub((query) => join(query, user, code, now())));
    news.tell(org);
    return c.redirect(HOME, 303);
  });
  app.post('/organization', async (c) => {
    const user = await mustBeSignedIn(c);
    if (!isSignUpOpen)
      throw new RequestFailure(
        403,
        'role',
        'The operator makes organizations: `sqrl-hub invite --org NAME`.',
      );
    const { name } = await formOf(c);
    await db.asHub((query) => createOrg(query, user, name, now()));
    return c.redirect(HOME, 303);
  });
  app.post('/invite', async (c) => {
    const { org, email = '', role = 'member' } = await formOf(c);
    const { code } = await asUser(c, org, (at) => inviteByLink(at, { email, role }));
    return c.html(
      wordPage(
        'The link of the invitation',
        'Pass it on: it is shown once, works once, and for seven days.',
        `${origin}/account/join?code=${code}`,
      ),
    );
  });
  app.post('/key', async (c) => {
    const { org, name = '', days = '' } = await formOf(c);
    const wanted = { name, days: Number(days) };
    const { key } = await asUser(c, org, (at) => createKey(at, wanted));
    return c.html(
      wordPage(
        'The key',
        'It is shown once and stored nowhere. A device of this name is in the list, where you can revoke it.',
        key,
      ),
    );
  });
  changes('/withdraw', (at, { id }) => cancelInvitation(at, id));
  changes('/revoke', (at, { device }) => revokeDevice(at, askedIn('revoke', { device })));
  changes('/role', (at, { role, ...form }) =>
    setRole(at, askedIn('role', { ...form, role: role === 'none' ? null : role })),
  );
  changes('/quota', async (at, { limit }) => {
    await spaceFor(at, at.org, 'owner');
    await setQuota(at, Number(limit || Number.NaN));
  });

  /** A form about one organization, after which its page is shown again. */
  function changes(path: string, work: (at: Caller, form: Record<string, string>) => Promise<unknown>): void {
    app.post(path, async (c) => {
      const form = await formOf(c);
      await asUser(c, form.org, (at) => work(at, form));
      news.tell(form.org!);
      return c.redirect(HOME, 303);
    });
  }

  async function viewsOf(user: AccountUser): Promise<OrganizationView[]> {
    return db.asHub(async (query) => {
      const views: OrganizationView[] = [];
      for (const one of await membershipsOf(query, user)) views.push(await viewOf(query, user, one));
      return views;
    });
  }

  async function viewOf(query: Query, user: AccountUser, one: Membership): Promise<OrganizationView> {
    const at = await callerOfUser(query, user, one.org.id, now());
    const { devices } = await devicesOf(at);
    const invitations = isAtLeast(one.role, 'maintainer') ? await openInvitations(at) : [];
    const living = devices.filter(({ revokedAt }) => revokedAt === null);
    const spaces = await spaceViews(at);
    const audit = one.role === 'owner' ? (await auditOf(at, { space: one.org.id })).entries : undefined;
    return { ...one, spaces, audit, devices: living, invitations, newPerDay: at.newPerDay };
  }
}

const providerProblem = (code: string): string =>
  code === 'account_not_linked'
    ? 'There is an account with this address and a password. Sign in with the password.'
    : `The provider did not sign you in (${code.slice(0, 60)}).`;
