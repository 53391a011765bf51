import { HUB_ROLES, SPACE_KINDS } from '@sqrl/base/model/sync/hub-protocol.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { HUB_ROLE, type HubDb } from './db.ts';
import { SEARCH } from './search.ts';

const listed = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/**
 * Every table's key begins with the organization, and every statement names it: no sequence, no trigger and no foreign key, so that read replicas and a distribution by `org` stay possible. Times are milliseconds. States are canonical
 * JSON as text: the hub joins them in the program, and a text comes back as it went in.
 */
const TABLES = [
  // `secret` signs what the hub vouches for.
  `create table hub.org (id text primary key check (id <> ''), name text not null, secret text not null)`,
  `create table hub.person (org text, id text, name text not null, primary key (org, id))`,
  `create table hub.device (
     org text, id text, person text not null, name text not null, key_hash text not null,
     created_at bigint not null, seen_at bigint, revoked_at bigint,
     -- New records since a time: see newPerDay.
     new_since bigint not null default 0, new_count int not null default 0,
     expires_at bigint,
     -- What the device signs wordings with.
     public_key text,
     primary key (org, id))`,
  `create index device_key on hub.device (org, key_hash)`,
  `create table hub.space (
     org text, id text, kind text not null check (kind in (${listed(SPACE_KINDS)})), name text not null,
     sealed boolean not null default false, head bigint not null default 0, mark text not null default '',
     -- For how long it keeps what is not changed, and how often it got a new key.
     retention_days int, generation int not null default 0,
     primary key (org, id))`,
  `create table hub.member (
     org text, space text, person text,
     role text not null check (role in (${listed(HUB_ROLES)})),
     primary key (org, space, person))`,
  `create index member_person on hub.member (org, person)`,
  // The last role of a person who left a space, or was removed from it.
  `create table hub.former (
     org text, space text, person text, role text not null, removed boolean not null, primary key (org, space, person))`,
  // seq comes from space.head under that row's lock: in the order of commits, so that a cursor misses nothing.
  `create table hub.record (
     org text, space text, kind text, id text, seq bigint not null, state text not null, hash text not null,
     author text not null, by text not null, changed_by text not null,
     reviewed_hash text, reviewed_by text, dismissed boolean not null default false, updated_at bigint not null,
     -- See search.ts.
     words tsvector,
     primary key (org, space, kind, id))`,
  `create index record_seq on hub.record (org, space, seq)`,
  // What a cursor is checked by: seqs up to and including this one, after the batch before, have this mark.
  `create table hub.batch (
     org text, space text, seq bigint, mark text not null, at bigint not null, primary key (org, space, seq))`,
  // How far each device has read.
  `create table hub.seen (org text, space text, device text, seq bigint not null, primary key (org, space, device))`,
  `create table hub.invite (
     org text, code_hash text, person text, space text, role text, by text,
     expires_at bigint not null, used_at bigint,
     -- An invitation by link has an id; its address may be empty: for any account.
     id text, email text,
     primary key (org, code_hash))`,
  `create index invite_code on hub.invite (code_hash)`,
  // `remotes` as it began with, `added` as maintainers named them later.
  `create table hub.project (
     org text, space text, remotes text[] not null, added text[] not null default '{}', roots text[] not null,
     primary key (org, space))`,
  `create table hub.audit (
     org text, id text, at bigint not null, person text, device text, did text not null, what text not null,
     primary key (org, id))`,
  `create index audit_at on hub.audit (org, at)`,
  // Which person of an organization an account is.
  `create table hub.account (org text, user_id text, person text not null, primary key (org, user_id))`,
  `create index account_person on hub.account (org, person)`,
  `create index account_user on hub.account (user_id)`,
];

/** The organization that `actAs` set; empty matches no row. */
const ORG = `org = nullif(current_setting('app.org', true), '')`;
const IN_MY_SPACE = `${ORG} and space in (select hub.my_spaces())`;

/** What the hub's role sees of each table, what it may write there, and the privileges it has at all. */
const POLICIES: Record<string, { sees: string; writes?: string; may: string }> = {
  // One's own new organization: the policy wants the id that the transaction acts in.
  org: { sees: `id = nullif(current_setting('app.org', true), '')`, may: 'select, insert' },
  person: { sees: ORG, may: 'select, insert' },
  device: { sees: ORG, may: 'select, insert, update' },
  space: {
    sees: `${ORG} and id in (select hub.my_spaces())`,
    // The first member of a new space comes after it.
    writes: ORG,
    may: 'select, insert, update',
  },
  member: { sees: IN_MY_SPACE, writes: ORG, may: 'select, insert, update, delete' },
  // Asked before a person is in the space.
  former: { sees: ORG, may: 'select, insert, update, delete' },
  record: { sees: IN_MY_SPACE, may: 'select, insert, update' },
  batch: { sees: IN_MY_SPACE, may: 'select, insert, delete' },
  seen: { sees: IN_MY_SPACE, may: 'select, insert, update' },
  invite: {
    sees: `${ORG} or code_hash = nullif(current_setting('app.code', true), '')`,
    writes: ORG,
    may: 'select, insert, update',
  },
  project: { sees: ORG, may: 'select, insert, update' },
  // Append-only.
  audit: { sees: ORG, may: 'select, insert' },
  account: {
    sees: `${ORG} or user_id = nullif(current_setting('app.user', true), '')`,
    writes: ORG,
    may: 'select, insert, delete',
  },
};

/** In the order in which they are written into an empty hub. */
export const HUB_TABLES = Object.keys(POLICIES);

const SCHEMA = [
  ...TABLES,
  // With its owner's rights: the policy of member cannot ask member.
  `create function hub.my_spaces() returns setof text language sql stable security definer set search_path = '' as $$
     select space from hub.member
      where org = nullif(current_setting('app.org', true), '')
        and person = nullif(current_setting('app.person', true), '') $$`,
  `do $$ begin
     if not exists (select from pg_catalog.pg_roles where rolname = '${HUB_ROLE}') then
       create role ${HUB_ROLE} nologin;
     end if;
   end $$`,
  `grant ${HUB_ROLE} to current_user`,
  `grant usage on schema hub to ${HUB_ROLE}`,
  `revoke all on function hub.my_spaces() from public`,
  `grant execute on function hub.my_spaces() to ${HUB_ROLE}`,
  ...Object.entries(POLICIES).flatMap(([table, { sees, writes, may }]) => [
    `alter table hub.${table} enable row level security`,
    `create policy of_caller on hub.${table} using (${sees}) with check (${writes ?? sees})`,
    `grant ${may} on hub.${table} to ${HUB_ROLE}`,
  ]),
  ...SEARCH,
];

const FIRST_VERSION = 101;

/** From 0.1.0 on; only forward, and only additions: a hub of the version before must be able to go on. */
const MIGRATIONS: readonly (readonly string[])[] = [
  // The role by hand below one that a group of the provider gave: empty where there is none, null where no group gave it.
  ['alter table hub.member add column base_role text'],
  // New records a day from each device; null for the usual number.
  ['alter table hub.org add column new_per_day int', `grant update (new_per_day) on hub.org to ${HUB_ROLE}`],
];

export const HUB_SCHEMA = FIRST_VERSION + MIGRATIONS.length;

/** Makes the tables, or brings them up to date; in one transaction. */
export async function migrateHub(db: HubDb): Promise<void> {
  await db.asOperator(async (query) => {
    await query('create schema if not exists hub');
    await query('create table if not exists hub.version (n int not null)');
    const [found] = await query<{ n: number }>('select n from hub.version for update');
    const version = found?.n ?? 0;
    if (version > HUB_SCHEMA)
      throw new Problem(
        `The hub's database is at schema ${version}; this program knows up to ${HUB_SCHEMA}.`,
        'Update this program. Nothing was changed.',
        'store',
      );
    if (version > 0 && version < FIRST_VERSION)
      throw new Problem(
        'The hub’s database is from before 0.1.0.',
        'Give the hub an empty one, and invite its people again. Nothing was changed.',
        'store',
      );
    if (version === HUB_SCHEMA) return;
    const due = version === 0 ? [SCHEMA, ...MIGRATIONS] : MIGRATIONS.slice(version - FIRST_VERSION);
    for (const statements of due) for (const sql of statements) await query(sql);
    if (!found) await query('insert into hub.version values ($1)', [HUB_SCHEMA]);
    else await query('update hub.version set n = $1', [HUB_SCHEMA]);
  });
}
