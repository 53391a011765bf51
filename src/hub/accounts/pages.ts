import { html } from 'hono/html';
import type { Invitation } from '../pair.ts';
import type { WaitingDevice } from './device-login.ts';
import type { Membership } from './memberships.ts';
import type { AccountWords } from './words.ts';

export type Html = ReturnType<typeof html>;

/** What every page is made with. */
export interface PageStyle {
  words: AccountWords;
  /** The name of the provider that people may sign in with. */
  provider: string | undefined;
  isSignUpOpen: boolean;
}

/** A page of forms, without a script. */
export const page = ({ words }: PageStyle, heading: string, body: Html, head?: Html): Html =>
  html`<!doctype html>
<html lang="${words.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading} · ${words.title}</title>
<link rel="stylesheet" href="/account/style.css">
${head ?? ''}
</head>
<body>
<header><a href="/account">${words.title}</a></header>
<main><h1>${heading}</h1>${body}</main>
</body>
</html>`;

export const field = (label: string, name: string, attributes: Html): Html =>
  html`<label>${label}<input name="${name}" ${attributes}></label>`;

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export const trouble = (message: string | undefined): Html =>
  message === undefined ? html`` : html`<p class="bad" role="alert">${message}</p>`;

export interface SignInState {
  /** Where to go on. */
  next: string;
  email?: string | undefined;
  name?: string | undefined;
  problem?: string | undefined;
}

export function signInPage(style: PageStyle, { next, email = '', problem }: SignInState): Html {
  const { words, provider, isSignUpOpen } = style;
  const isInvited = /^\/account\/join\?/.test(next);
  return page(
    style,
    words.signIn,
    html`${trouble(problem)}
${provider === undefined ? '' : html`<form method="post" action="/account/oidc" class="card">${hidden('next', next)}<button>${words.signInWith(provider)}</button></form>`}
<form method="post" action="/account/sign-in" class="card">
${hidden('next', next)}
${field(words.email, 'email', html`type="email" autocomplete="username" required value="${email}"`)}
${field(words.password, 'password', html`type="password" autocomplete="current-password" required`)}
<button>${words.signIn}</button>
</form>
${
  isSignUpOpen || isInvited
    ? html`<p><a href="/account/sign-up?next=${encodeURIComponent(next)}">${words.noAccount}</a></p>`
    : html`<p class="quiet">${words.byInvitation}</p>${codeForm(style, '/account/join')}`
}`,
  );
}

export function signUpPage(style: PageStyle, { next, email = '', name = '', problem }: SignInState): Html {
  const { words } = style;
  return page(
    style,
    words.signUp,
    html`${trouble(problem)}
<form method="post" action="/account/sign-up" class="card">
${hidden('next', next)}
${field(words.name, 'name', html`autocomplete="name" required maxlength="60" value="${name}"`)}
${field(words.email, 'email', html`type="email" autocomplete="username" required value="${email}"`)}
${field(words.password, 'password', html`type="password" autocomplete="new-password" required minlength="10" maxlength="128"`)}
<p class="quiet">${words.passwordHint}</p>
<button>${words.signUp}</button>
</form>
<p><a href="/account?next=${encodeURIComponent(next)}">${words.haveAccount}</a></p>`,
  );
}

export const resetPage = (style: PageStyle, token: string, problem?: string): Html =>
  page(
    style,
    style.words.changePassword,
    html`${trouble(problem)}
<form method="post" action="/account/reset" class="card">${hidden('token', token)}
${field(style.words.newPassword, 'password', html`type="password" autocomplete="new-password" required minlength="10" maxlength="128"`)}
<button>${style.words.changePassword}</button></form>`,
  );

export const codeForm = ({ words }: PageStyle, action: string): Html =>
  html`<form method="get" action="${action}" class="card">
${field(words.code, 'code', html`required autocomplete="off" maxlength="40"`)}
<button class="plain">${words.goOn}</button>
</form>`;

export const codePage = (style: PageStyle, heading: string, action: string, problem?: string): Html =>
  page(style, heading, html`${trouble(problem)}${codeForm(style, action)}`);

export function joinPage(
  style: PageStyle,
  { code, invitation, orgName }: { code: string; invitation: Invitation; orgName: string },
): Html {
  const { words } = style;
  const said =
    invitation.person === null
      ? words.joinTo(orgName, invitation.role ?? 'member')
      : words.joinPerson(orgName);
  return page(
    style,
    words.join,
    html`<form method="post" action="/account/join" class="card"><p>${said}</p>${hidden('code', code)}<button>${words.join}</button></form>`,
  );
}

export function devicePage(
  style: PageStyle,
  { code, device, memberships }: { code: string; device: WaitingDevice; memberships: readonly Membership[] },
): Html {
  const { words } = style;
  return page(
    style,
    words.newDevice,
    html`<form method="post" action="/account/device" class="card">
<p><strong>${words.deviceAsks(device.name, device.address)}</strong></p>
<p>${words.deviceHint}</p>
<p class="code">${code}</p>
${hidden('code', code)}
${
  memberships.length === 0
    ? html`<p class="bad">${words.needsOrganization}</p>`
    : html`<label>${words.organization}<select name="org">${memberships.map(({ org }) => html`<option value="${org.id}">${org.name}</option>`)}</select></label>
<button name="answer" value="approve">${words.approve}</button>`
}
<button name="answer" value="deny" class="plain">${words.deny}</button>
</form>`,
  );
}

/** Says one thing, with a secret that is shown once. */
export const wordPage = (style: PageStyle, heading: string, said: string, secret?: string): Html =>
  page(
    style,
    heading,
    html`<div class="card">${secret === undefined ? '' : html`<p class="code">${secret}</p>`}<p>${said}</p></div>
<p><a href="/account">${style.words.back}</a></p>`,
  );
