/** Memories that are shared through git or a hub. */
export const sharingSchema = `
  -- The states of shared memories, whatever carries them.
  create table shared (
    -- A memory's id. Not a reference: of one that ended, or that a person here does not want, only the row stays.
    id text primary key,
    state text not null,
    -- mine: shared from here; reviewed or proposed: it came from others; hidden: a person here forgot it.
    standing text not null,
    -- memory or comment.
    kind text not null default 'memory',
    space text not null default '',
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
`;
