import { html } from 'hono/html';
import { HUB_ROLES, type HubDevice, type HubMember, type HubRole } from '../../model/sync/hub-protocol.ts';
import { isAtLeast } from '../caller.ts';
import type { Invitation } from '../pair.ts';
import type { WaitingDevice } from './device-login.ts';
import type { AccountUser, Membership, OpenInvitation } from './memberships.ts';
import type { AccountWords } from './words.ts';

type Html = ReturnType<typeof html>;

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

const field = (label: string, name: string, attributes: Html): Html =>
  html`<label>${label}<input name="${name}" ${attributes}></label>`;

const hidden = (name: string, value: string): Html =>
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

const codeForm = ({ words }: PageStyle, action: string): Html =>
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

/** What a person sees of one of their organizations. */
export interface OrganizationView extends Membership {
  members: HubMember[];
  devices: HubDevice[];
  invitations: OpenInvitation[];
}

export function overviewPage(
  style: PageStyle,
  {
    user,
    views,
    hasPassword,
  }: { user: AccountUser; views: readonly OrganizationView[]; hasPassword: boolean },
): Html {
  const { words, isSignUpOpen } = style;
  return page(
    style,
    words.title,
    html`<form method="post" action="/account/sign-out" class="row"><p>${words.signedInAs(user.name, user.email)}</p><button class="plain">${words.signOut}</button></form>
${views.length === 0 ? html`<p>${words.noOrganization}</p>${codeForm(style, '/account/join')}` : ''}
${views.map((view) => organization(style, view))}
${
  isSignUpOpen
    ? html`<section><h2>${words.newOrganization}</h2><form method="post" action="/account/organization" class="card inline">
${field(words.organization, 'name', html`required maxlength="60"`)}<button>${words.create}</button></form></section>`
    : ''
}
${
  hasPassword
    ? html`<section><h2>${words.changePassword}</h2><form method="post" action="/account/password" class="card inline">
${field(words.password, 'password', html`type="password" autocomplete="current-password" required`)}
${field(words.newPassword, 'changed', html`type="password" autocomplete="new-password" required minlength="10" maxlength="128"`)}
<button class="plain">${words.changePassword}</button></form></section>`
    : ''
}`,
  );
}

function organization({ words }: PageStyle, view: OrganizationView): Html {
  const { org, role, members, devices, invitations } = view;
  const mayInvite = isAtLeast(role, 'maintainer');
  return html`<section>
<h2>${org.name}</h2>
<p class="quiet">${words.yourRole(role)}</p>
<h3>${words.people}</h3>
<table>${members.map(({ person, role }) => html`<tr><td>${person.name}</td><td>${role}</td></tr>`)}</table>
${
  mayInvite
    ? html`<h3>${words.invitations}</h3>
${
  invitations.length === 0
    ? ''
    : html`<table>${invitations.map(
        (one) =>
          html`<tr><td>${one.email || words.anyAccount}</td><td>${one.role}</td><td>${words.until(dayOf(one.expiresAt))}</td>
<td>${action('/account/withdraw', words.withdraw, { org: org.id, id: one.id })}</td></tr>`,
      )}</table>`
}
<form method="post" action="/account/invite" class="card inline">${hidden('org', org.id)}
${field(words.email, 'email', html`type="email" autocomplete="off"`)}
<label>${words.role}<select name="role">${rolesToGive(role).map((one) => html`<option ${one === 'member' ? 'selected' : ''}>${one}</option>`)}</select></label>
<button>${words.invite}</button><p class="quiet">${words.inviteHint}</p></form>`
    : ''
}
<h3>${words.devices}</h3>
<table>${devices.map(
    ({ id, name, person, seenAt, revokedAt, expiresAt }) => html`<tr>
<td>${name}</td><td>${person.name}</td>
<td>${seenAt === null ? words.neverSeen : words.seen(dayOf(seenAt))}${expiresAt ? `, ${words.until(dayOf(expiresAt))}` : ''}</td>
<td>${revokedAt === null ? action('/account/revoke', words.revoke, { org: org.id, device: id }) : words.revoked}</td></tr>`,
  )}</table>
<details><summary>${words.keys}</summary>
<form method="post" action="/account/key" class="card inline">${hidden('org', org.id)}
${field(words.keyName, 'name', html`required maxlength="60" value="CI"`)}
${field(words.days, 'days', html`type="number" min="1" max="365" value="90" required`)}
<button>${words.makeKey}</button><p class="quiet">${words.keysHint}</p></form></details>
</section>`;
}

const rolesToGive = (own: HubRole): readonly HubRole[] =>
  own === 'owner' ? HUB_ROLES : HUB_ROLES.slice(0, HUB_ROLES.indexOf('maintainer'));

const action = (to: string, label: string, values: Record<string, string>): Html =>
  html`<form method="post" action="${to}">${Object.entries(values).map(([name, value]) => hidden(name, value))}<button class="plain small">${label}</button></form>`;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The colors of the panel. */
export const STYLE = `:root {
  color-scheme: light dark;
  --page: light-dark(#fbfaf8, #171614); --surface: light-dark(#fff, #1d1b19); --line: light-dark(#e8e4df, #2e2b28);
  --line-strong: light-dark(#d5d0ca, #45413c); --ink: light-dark(#1d1b19, #ece9e5); --ink-3: light-dark(#6e6963, #9a958d);
  --accent: light-dark(#ac4d0c, #eb9556); --sunken: light-dark(#f4f2ef, #131211);
  --bad: light-dark(#b42318, #f28b82); --bad-soft: light-dark(#fdecea, #341b19);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.5 Inter, system-ui, sans-serif; }
header { padding: 12px 24px; border-bottom: 1px solid var(--line); background: var(--surface); }
header a { color: var(--ink); font-weight: 600; text-decoration: none; }
main { max-width: 640px; margin: 0 auto; padding: 24px; }
h1 { font-size: 20px; font-weight: 600; } h2 { margin: 32px 0 0; font-size: 16px; font-weight: 600; }
h3 { margin: 20px 0 6px; font-size: 13px; font-weight: 600; color: var(--ink-3); }
a { color: var(--accent); } p { margin: 0 0 8px; } .quiet { color: var(--ink-3); }
.card { display: grid; gap: 12px; margin: 12px 0; padding: 16px; border: 1px solid var(--line); border-radius: 8px; background: var(--surface); }
.card.inline { grid-template-columns: repeat(auto-fit, minmax(160px, 1fr)); align-items: end; }
.card.inline .quiet { grid-column: 1 / -1; margin: 0; }
.row { display: flex; gap: 12px; align-items: center; justify-content: space-between; }
label { display: grid; gap: 4px; font-weight: 500; }
input, select { width: 100%; padding: 7px 10px; border: 1px solid var(--line-strong); border-radius: 6px; background: var(--page); color: inherit; font: inherit; }
button { padding: 8px 14px; border: 1px solid transparent; border-radius: 6px; background: var(--accent); color: light-dark(#fff, #171614); font: inherit; font-weight: 600; cursor: pointer; }
button.plain { border-color: var(--line-strong); background: var(--surface); color: var(--ink); font-weight: 500; }
button.small { padding: 2px 8px; }
:is(a, button, input, select, summary):focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; } td { padding: 6px 8px 6px 0; border-bottom: 1px solid var(--line); }
td:last-child { text-align: right; padding-right: 0; } summary { margin-top: 12px; cursor: pointer; }
.code { padding: 10px 12px; border-radius: 6px; background: var(--sunken); font: 600 15px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
.bad { padding: 10px 12px; border-radius: 6px; background: var(--bad-soft); color: var(--bad); }
`;
