import { html } from 'hono/html';
import { HUB_ROLES, type HubDevice, type HubMember, type HubRole } from '../../model/sync/hub-protocol.ts';
import { isAtLeast } from '../caller.ts';
import type { AccountUser, Membership, OpenInvitation } from './memberships.ts';
import { codeForm, field, type Html, hidden, type PageStyle, page } from './pages.ts';

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
    ({ id, name, person, seenAt, expiresAt }) => html`<tr>
<td>${name}</td><td>${person.name}</td>
<td>${seenAt === null ? words.neverSeen : words.seen(dayOf(seenAt))}${expiresAt ? `, ${words.until(dayOf(expiresAt))}` : ''}</td>
<td>${action('/account/revoke', words.revoke, { org: org.id, device: id })}</td></tr>`,
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
