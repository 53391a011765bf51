import type { Hono } from 'hono';
import type { HubContext } from '../app.ts';
import { askedIn, jsonIn, MAX_FORM_BYTES, textOf } from '../body.ts';
import { codeGuard, limiter, networkOf, tooMany } from '../limits.ts';
import { answerLogin, approveLogin, beginLogin, fetchKey, waitingDevice } from './device-login.ts';
import { membershipsOf } from './memberships.ts';
import { codePage, devicePage, signInPage, wordPage } from './pages.ts';
import { type Accounts, formOf, type Visits } from './visits.ts';

/** How often a device asks whether it was approved. */
const EVERY_MS = 3000;
const MAX_BEGUN = 10;

/** What a device asks that has no key yet. */
export function loginRoutes(app: Hono, context: HubContext, accounts: Accounts): void {
  const { db, now } = context;
  const begun = limiter(MAX_BEGUN);
  const guarded = codeGuard();
  app.post('/v1/device', async (c) => {
    const address = context.addressOf(c.req.raw.headers, c.env);
    if (!begun.take(networkOf(address), now())) throw tooMany('logins from your network');
    const { device } = askedIn('device', jsonIn(await textOf(c.req.raw, MAX_FORM_BYTES)));
    const { code, userCode, expiresAt } = await beginLogin(accounts.store, { device, address }, now());
    const approveAt = `${accounts.origin}/account/device?code=${userCode}`;
    return c.json({ code, userCode, approveAt, expiresAt, everyMs: EVERY_MS });
  });
  app.post('/v1/device/key', async (c) => {
    const address = context.addressOf(c.req.raw.headers, c.env);
    const { code } = askedIn('device/key', jsonIn(await textOf(c.req.raw, MAX_FORM_BYTES)));
    const of = { address, code, now: now() };
    return c.json(await guarded(of, () => fetchKey(accounts.store, db, code, now())));
  });
}

export function approvalRoutes(app: Hono, visits: Visits): void {
  const { db, now, store, style, userOf, mustBeSignedIn, guarded, asUser } = visits;
  app.get('/device', async (c) => {
    const code = c.req.query('code');
    if (code === undefined) return c.html(codePage('A device wants to log in', '/account/device'));
    const user = await userOf(c);
    if (!user) return c.html(signInPage(style, { next: `/account/device?code=${encodeURIComponent(code)}` }));
    const device = await guarded(c, code, () => waitingDevice(store, code, now()));
    const memberships = await db.asHub((query) => membershipsOf(query, user));
    return c.html(devicePage({ code, device, memberships }));
  });
  app.post('/device', async (c) => {
    await mustBeSignedIn(c);
    const { code = '', org, answer } = await formOf(c);
    const device = await guarded(c, code, () => waitingDevice(store, code, now()));
    if (answer !== 'approve') {
      await answerLogin(store, device, 'denied');
      return c.html(wordPage('A device wants to log in', 'Denied. The device gets no key.'));
    }
    await approveLogin(store, device, (work) => asUser(c, org, work));
    return c.html(
      wordPage(
        'A device wants to log in',
        'Approved. The device goes on by itself; you can close this page.',
      ),
    );
  });
}
