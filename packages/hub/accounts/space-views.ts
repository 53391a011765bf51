import {
  type AuditEntry,
  HUB_ROLES,
  type HubMember,
  type HubRole,
} from '@sqrl/base/model/sync/hub-protocol.ts';
import { html } from 'hono/html';
import { type Caller, type CallersSpace, spacesOf } from '../caller.ts';
import type { Query } from '../db.ts';
import { membersOf } from '../spaces.ts';
import { action, dayOf, type Html, hidden } from './pages.ts';

/** The people of the organization, or of a team or project in it that the caller is in. */
export interface SpaceView extends Pick<CallersSpace, 'id' | 'kind' | 'name' | 'role'> {
  members: HubMember[];
  retentionDays: number | null;
  records: number;
  bytes: number;
}

/** The organization first, then teams and projects. */
export async function spaceViews(query: Query, caller: Caller): Promise<SpaceView[]> {
  const sizes = await query<{ space: string; records: number; bytes: number }>(
    `select space, count(*)::int as records, coalesce(sum(length(state)), 0)::bigint as bytes
       from hub.record where org = $1 group by space`,
    [caller.org],
  );
  const views: SpaceView[] = [];
  for (const { id, kind, name, role } of await spacesOf(query, caller)) {
    if (kind === 'personal') continue;
    const { records = 0, bytes = 0 } = sizes.find(({ space }) => space === id) ?? {};
    views.push({ id, kind, name, role, records, bytes, ...(await membersOf(query, caller, id)) });
  }
  return views.sort((a, b) => Number(b.kind === 'org') - Number(a.kind === 'org'));
}

const AUDIT_ROWS = 50;

export const spaceSection = (org: string, view: SpaceView): Html => html`
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

export const auditSection = (entries: readonly AuditEntry[], org: string, limit: number): Html => html`
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
