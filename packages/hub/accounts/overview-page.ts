import {
  type AuditEntry,
  HUB_LIMITS,
  HUB_ROLES,
  type HubDevice,
  type HubMember,
  type HubRole,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { html } from 'hono/html';
import { type Caller, type CallersSpace, isAtLeast, rowsOf, spacesOf } from '../caller.ts';
import { membersOf } from '../spaces.ts';
import type { AccountUser, Membership, OpenInvitation } from './memberships.ts';
import { action, codeForm, dayOf, field, type Html, hidden, type PageStyle, page } from './pages.ts';

export interface OrganizationView extends Membership {
  /** The organization's own first. */
  spaces: SpaceView[];
  /** Undefined for all but owners. */
  audit: AuditEntry[] | undefined;
  newPerDay: number | null;
  devices: HubDevice[];
  invitations: OpenInvitation[];
}

export function overviewPage(
  { isSignUpOpen }: PageStyle,
  {
    user,
    views,
    hasPassword,
  }: { user: AccountUser; views: readonly OrganizationView[]; hasPassword: boolean },
): Html {
  return page(
    'Squirrel hub',
    html`<form method="post" action="/account/sign-out" class="row"><p>Signed in as ${user.name} (${user.email}).</p><button class="plain">Sign out</button></form>
${views.length === 0 ? html`<p>You are in no organization yet. Open the link of an invitation, or type its code.</p>${codeForm('/account/join')}` : ''}
${views.map((view) => organization(view))}
${
  isSignUpOpen
    ? html`<section><h2>New organization</h2><form method="post" action="/account/organization" class="card inline">
${field('Organization', 'name', html`required maxlength="60"`)}<button>Create</button></form></section>`
    : ''
}
${
  hasPassword
    ? html`<section><h2>Change password</h2><form method="post" action="/account/password" class="card inline">
${field('Password', 'password', html`type="password" autocomplete="current-password" required`)}
${field('New password', 'changed', html`type="password" autocomplete="new-password" required minlength="10" maxlength="128"`)}
<button class="plain">Change password</button></form></section>`
    : ''
}`,
  );
}

function organization(view: OrganizationView): Html {
  const { org, role, spaces, audit, devices, invitations, newPerDay } = view;
  const mayInvite = isAtLeast(role, 'maintainer');
  return html`<section>
<h2>${org.name}</h2>
<p class="quiet">Your role: ${role}.</p>
${spaces.slice(0, 1).map((space) => spaceSection(org.id, space))}
${
  mayInvite
    ? html`<h3>Invitations</h3>
${
  invitations.length === 0
    ? ''
    : html`<table>${invitations.map(
        (one) =>
          html`<tr><td>${one.email || 'any account'}</td><td>${one.role}</td><td>until ${dayOf(one.expiresAt)}</td>
<td>${action('/account/withdraw', 'Withdraw', { org: org.id, id: one.id })}</td></tr>`,
      )}</table>`
}
<form method="post" action="/account/invite" class="card inline">${hidden('org', org.id)}
${field('E-mail address', 'email', html`type="email" autocomplete="off"`)}
<label>Role<select name="role">${rolesToGive(role).map((one) => html`<option ${one === 'member' ? 'selected' : ''}>${one}</option>`)}</select></label>
<button>Invite</button><p class="quiet">Without an address the link is good for any account. The hub sends no mail: you pass the link on.</p></form>`
    : ''
}
${spaces.slice(1).map((space) => spaceSection(org.id, space))}
<h3>Devices and keys</h3>
<table>${devices.map(
    ({ id, name, person, seenAt, expiresAt }) => html`<tr>
<td>${name}</td><td>${person.name}</td>
<td>${seenAt === null ? 'never seen' : `seen ${dayOf(seenAt)}`}${expiresAt ? `, until ${dayOf(expiresAt)}` : ''}</td>
<td>${action('/account/revoke', 'Revoke', { org: org.id, device: id })}</td></tr>`,
  )}</table>
<details><summary>Key for CI</summary>
<form method="post" action="/account/key" class="card inline">${hidden('org', org.id)}
${field('Name of the key', 'name', html`required maxlength="60" value="CI"`)}
${field('Days', 'days', html`type="number" min="1" max="365" value="90" required`)}
<button>Make a key</button><p class="quiet">It acts as you. On the machine: put it into SQRL_HUB_KEY and run sqrl login with the address of this hub.</p></form></details>
${audit ? auditSection(audit, org.id, newPerDay ?? HUB_LIMITS.newPerDay) : ''}
</section>`;
}

const rolesToGive = (own: HubRole): readonly HubRole[] =>
  own === 'owner' ? HUB_ROLES : HUB_ROLES.slice(0, HUB_ROLES.indexOf('maintainer'));

/** The people of the organization, or of a team or project in it that the caller is in. */
export interface SpaceView extends Pick<CallersSpace, 'id' | 'kind' | 'name' | 'role'> {
  members: HubMember[];
  retentionDays: number | null;
  records: number;
  bytes: number;
}

/** The organization first, then teams and projects. */
export async function spaceViews(at: Caller): Promise<SpaceView[]> {
  const sizes = await rowsOf<{ space: string; records: number; bytes: number }>(
    at,
    `select space, count(*)::int as records, coalesce(sum(length(state)), 0)::bigint as bytes
       from hub.record where org = $1 group by space`,
  );
  const views: SpaceView[] = [];
  for (const { id, kind, name, role } of await spacesOf(at)) {
    if (kind === 'personal') continue;
    const { records = 0, bytes = 0 } = sizes.find(({ space }) => space === id) ?? {};
    views.push({ id, kind, name, role, records, bytes, ...(await membersOf(at, { space: id })) });
  }
  return views.sort((a, b) => Number(b.kind === 'org') - Number(a.kind === 'org'));
}

const AUDIT_ROWS = 50;

const spaceSection = (org: string, view: SpaceView): Html => html`
<h3>${view.kind === 'org' ? 'People' : `${view.kind === 'team' ? 'Team' : 'Project'} ${view.name}`}</h3>
<table>${view.members.map(
  ({ person, role }) =>
    html`<tr><td>${person.name}</td><td>${
      view.role === 'owner' ? roleForm({ org, space: view.id, person: person.id }, role) : role
    }</td></tr>`,
)}</table>
<p class="quiet">${view.records} records, ${Math.ceil(view.bytes / 1000)} kB.${
  view.retentionDays === null ? '' : ` What is not changed is erased after ${view.retentionDays} days.`
}</p>`;

const auditSection = (entries: readonly AuditEntry[], org: string, limit: number): Html => html`
<details><summary>Audit log</summary><table>${entries
  .slice(0, AUDIT_ROWS)
  .map(
    ({ at, person, did, what }) =>
      html`<tr><td>${dayOf(at)}</td><td>${person?.name ?? 'the operator'}</td><td>${did}</td><td>${JSON.stringify(what)}</td></tr>`,
  )}</table></details>
<form method="post" action="/account/quota" class="row">${hidden('org', org)}
<label>New records a day from each device to spaces with others <input name="limit" type="number" min="0" max="100000" value="${limit}" required></label><button class="plain small">Set</button></form>`;

const roleForm = (values: Record<string, string>, role: HubRole): Html => html`<div class="row">
<form method="post" action="/account/role" class="row">${Object.entries(values).map(([name, value]) => hidden(name, value))}
<select name="role" aria-label="Role">${HUB_ROLES.map((one) => html`<option ${one === role ? 'selected' : ''}>${one}</option>`)}</select><button class="plain small">Set</button></form>
${action('/account/role', 'Remove', { ...values, role: 'none' })}</div>`;
