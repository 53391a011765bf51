/** Memories that are shared through git or a hub. */
export const sharingSchema = `
  -- The states of shared memories, whatever carries them.
  create table shared (
    -- A memory's id. Not a reference: of one that ended, or that a person here does not want, only the row stays.
    id text primary key,
    -- Registers by field, as JSON.
    state text not null,
    -- mine: shared from here; reviewed or proposed: it came from others; hidden: a person here forgot it.
    standing text not null,
    -- memory or comment.
    kind text not null default 'memory',
    -- The space that carries it; empty where git does.
    space text not null default '',
    -- What the hub vouches for, as JSON.
    facts text
  ) without rowid;
  create index shared_comment on shared (kind) where kind = 'comment';
  create index shared_space on shared (space);

  -- Changes that no carrier has taken yet.
  create table outbox (
    n integer primary key autoincrement,
    -- Random: the same change under the same name everywhere.
    tag text not null unique,
    id text not null,
    delta text not null,
    at integer not null
  );
  create index outbox_id on outbox (id);

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

  -- The keys with which people's devices sign what they say at a hub, pinned when a device was first seen.
  create table hub_key (
    device text primary key,
    person text not null,
    -- The name of the person, as it is shown.
    name text not null,
    -- Ed25519, in base64url; the latest that a person here trusts, and after a space those before it.
    key text not null,
    -- The key that the hub names now, where it is another; and when it first did.
    offered text,
    at integer not null
  ) without rowid;

`;
