/** Whose memories are, the states of those that are shared, and changes that no carrier has taken yet. */
export const sync = `
  alter table memory add column owner_id text;
  alter table memory add column user_id text;

  create table shared (
    -- A memory's id. Not a reference: of one that ended, or that a person here does not want, only the row stays.
    id text primary key,
    -- Registers by field, as JSON.
    state text not null,
    -- mine: shared from here; reviewed or proposed: it came from others; hidden: a person here forgot it.
    standing text not null
  ) without rowid;
  create table outbox (
    n integer primary key autoincrement,
    -- Random: the same change under the same name everywhere.
    tag text not null unique,
    id text not null,
    delta text not null,
    at integer not null
  );
  create index outbox_id on outbox (id);
  -- Names of this device and its person, and what was read last.
  create table sync_note (name text primary key, value text not null) without rowid;
`;
