/** The keys with which people's devices sign what they say at a hub. */
export const hubKeys = `
  -- Pinned when a device was first seen.
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
  -- Wordings without a signature, of a person whose others had one.
  create table hub_doubt (tag text primary key) without rowid;
  -- Records whose signature did not fit, with the person who is said to have worded them.
  create table hub_forged (
    id text primary key,
    space text not null,
    person text not null,
    at integer not null
  ) without rowid;
`;
