import { Hono } from 'hono';
import type { HubContext } from '../app.ts';
import { RequestFailure } from '../failure.ts';
import { approvalRoutes } from './device-routes.ts';
import { organizationRoutes } from './organization-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { STYLE } from './style.ts';
import { type Accounts, failurePage, visitsOf } from './visits.ts';

/** The pages under /account: forms without a script. */
export function accountRoutes(context: HubContext, accounts: Accounts): Hono {
  const visits = visitsOf(context, accounts);
  const { origin } = visits;
  const app = new Hono();

  app.use('*', async (c, next) => {
    if (c.req.method === 'POST' && c.req.header('origin') !== origin)
      return c.html(failurePage(`The form was sent from another address. Open ${origin}/account.`), 403);
    await next();
    c.header('content-security-policy', CONTENT_POLICY);
    c.header('referrer-policy', 'same-origin');
    c.header('x-frame-options', 'DENY');
    return undefined;
  });
  app.onError((error, c) => {
    if (!(error instanceof RequestFailure)) throw error;
    const { code, hint: told } = error.body;
    // The hint of a bad form is for programs.
    const hint = code === 'form' || told === '' ? '' : ` ${told}`;
    return c.html(failurePage(`${error.message}${hint}`), error.status as 400);
  });
  app.get('/style.css', (c) => c.body(STYLE, 200, { 'content-type': 'text/css; charset=utf-8' }));
  organizationRoutes(app, visits);
  signInRoutes(app, visits);
  approvalRoutes(app, visits);
  return app;
}

/** Nothing is loaded but the style, no script runs, no page frames it, and forms go here only. */
const CONTENT_POLICY =
  "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
