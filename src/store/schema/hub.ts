/** What a hub carries: the spaces of it that are used here, and which of them carries a shared memory. */
export const hub = `
  -- By which space words of others came, and whether they were reviewed, as it is shown; null where git carries them.
  alter table memory add column via text;

  -- memory or comment.
  alter table shared add column kind text not null default 'memory';
  -- The space that carries it; empty where git does.
  alter table shared add column space text not null default '';
  -- What the hub vouches for, as JSON.
  alter table shared add column facts text;
  create index shared_space on shared (space);
  create index shared_comment on shared (kind) where kind = 'comment';

  -- In the user's file every space of the person; in a project's file its own.
  create table hub_space (
    id text primary key,
    kind text not null,
    name text not null,
    role text not null,
    -- The id of the project here that a project's space belongs to.
    project text,
    -- Everything up to this place was read, and what the hub called it.
    cursor integer not null default 0,
    mark text not null default ''
  ) without rowid;
  -- Changes that the hub did not take, with its reason.
  create table hub_refused (
    id text primary key,
    space text not null,
    why text not null,
    at integer not null
  ) without rowid;
`;
