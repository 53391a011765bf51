import { html } from 'hono/html';
import type { Invitation } from '../pair.ts';
import type { WaitingDevice } from './device-login.ts';
import type { Membership } from './memberships.ts';

export type Html = ReturnType<typeof html>;

/** What the pages of a hub say of how people sign in there. */
export interface PageStyle {
  provider: string | undefined;
  isSignUpOpen: boolean;
}

/** A page of forms, without a script. */
export const page = (heading: string, body: Html, head?: Html): Html =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading} · Squirrel hub</title>
<link rel="stylesheet" href="/account/style.css">
${head ?? ''}
</head>
<body>
<header><a href="/account">Squirrel hub</a></header>
<main><h1>${heading}</h1>${body}</main>
</body>
</html>`;

export const field = (label: string, name: string, attributes: Html): Html =>
  html`<label>${label}<input name="${name}" ${attributes}></label>`;

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const action = (to: string, label: string, values: Record<string, string>): Html =>
  html`<form method="post" action="${to}">${Object.entries(values).map(([name, value]) => hidden(name, value))}<button class="plain small">${label}</button></form>`;

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export const trouble = (message: string | undefined): Html =>
  message === undefined ? html`` : html`<p class="bad" role="alert">${message}</p>`;

export interface SignInState {
  next: string;
  email?: string | undefined;
  name?: string | undefined;
  problem?: string | undefined;
}

export function signInPage(
  { provider, isSignUpOpen }: PageStyle,
  { next, email = '', problem }: SignInState,
): Html {
  const isInvited = /^\/account\/join\?/.test(next);
  return page(
    'Sign in',
    html`${trouble(problem)}
${provider === undefined ? '' : html`<form method="post" action="/account/oidc" class="card">${hidden('next', next)}<button>Sign in with ${provider}</button></form>`}
<form method="post" action="/account/sign-in" class="card">
${hidden('next', next)}
${field('E-mail address', 'email', html`type="email" autocomplete="username" required value="${email}"`)}
${field('Password', 'password', html`type="password" autocomplete="current-password" required`)}
<button>Sign in</button>
</form>
${
  isSignUpOpen || isInvited
    ? html`<p><a href="/account/sign-up?next=${encodeURIComponent(next)}">I have no account yet</a></p>`
    : html`<p class="quiet">Accounts are by invitation here: open the link of an invitation, or type its code.</p>${codeForm('/account/join')}`
}`,
  );
}

export function signUpPage({ next, email = '', name = '', problem }: SignInState): Html {
  return page(
    'Sign up',
    html`${trouble(problem)}
<form method="post" action="/account/sign-up" class="card">
${hidden('next', next)}
${field('Your name, as others see it', 'name', html`autocomplete="name" required maxlength="60" value="${name}"`)}
${field('E-mail address', 'email', html`type="email" autocomplete="username" required value="${email}"`)}
${field('Password', 'password', html`type="password" autocomplete="new-password" required minlength="10" maxlength="128"`)}
<p class="quiet">At least 10 characters. The hub sends no mail; if you forget it, ask its operator for a link.</p>
<button>Sign up</button>
</form>
<p><a href="/account?next=${encodeURIComponent(next)}">I have an account</a></p>`,
  );
}

export const resetPage = (token: string, problem?: string): Html =>
  page(
    'Change password',
    html`${trouble(problem)}
<form method="post" action="/account/reset" class="card">${hidden('token', token)}
${field('New password', 'password', html`type="password" autocomplete="new-password" required minlength="10" maxlength="128"`)}
<button>Change password</button></form>`,
  );

export const codeForm = (action: string): Html =>
  html`<form method="get" action="${action}" class="card">
${field('Code', 'code', html`required autocomplete="off" maxlength="40"`)}
<button class="plain">Go on</button>
</form>`;

export const codePage = (heading: string, action: string): Html => page(heading, codeForm(action));

export function joinPage({
  code,
  invitation,
  orgName,
}: {
  code: string;
  invitation: Invitation;
  orgName: string;
}): Html {
  const said =
    invitation.person === null
      ? `You are invited to ${orgName}, as ${invitation.role ?? 'member'}.`
      : `This code makes your account that of a person who is in ${orgName} already.`;
  return page(
    'Join',
    html`<form method="post" action="/account/join" class="card"><p>${said}</p>${hidden('code', code)}<button>Join</button></form>`,
  );
}

export function devicePage({
  code,
  device,
  memberships,
}: {
  code: string;
  device: WaitingDevice;
  memberships: readonly Membership[];
}): Html {
  return page(
    'A device wants to log in',
    html`<form method="post" action="/account/device" class="card">
<p><strong>${device.name}, from ${device.address}.</strong></p>
<p>Approve only if you have just run sqrl login there yourself, and it shows this code:</p>
<p class="code">${code}</p>
${hidden('code', code)}
${
  memberships.length === 0
    ? html`<p class="bad">You are in no organization that the device could belong to.</p>`
    : html`<label>Organization<select name="org">${memberships.map(({ org }) => html`<option value="${org.id}">${org.name}</option>`)}</select></label>
<button name="answer" value="approve">Approve</button>`
}
<button name="answer" value="deny" class="plain">Deny</button>
</form>`,
  );
}

/** Says one thing, with a secret that is shown once. */
export const wordPage = (heading: string, said: string, secret?: string): Html =>
  page(
    heading,
    html`<div class="card">${secret === undefined ? '' : html`<p class="code">${secret}</p>`}<p>${said}</p></div>
<p><a href="/account">Back</a></p>`,
  );
