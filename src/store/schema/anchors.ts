/** What memories say something about: symbols and files of the code. */
export const anchors = `
  -- By name and content, not by the rows of the code alone: those may be made anew at any time.
  create table anchor (
    row integer primary key,
    memory integer not null references memory (row) on delete cascade,
    path text not null,
    -- A symbol's name with those it lies in before it, 'Cart.add'; null for the whole file.
    symbol text,
    kind text not null,
    -- The symbol's row, while there is one.
    id integer,
    hash text not null,
    -- Of its text without its name; null for a file.
    shape integer,
    -- The commit that was checked out when it was last seen right, and when that was.
    seen_in text,
    seen_at integer not null,
    -- 'fresh', 'stale' or 'gone', since when, and the commit that made it so where there is one.
    state text not null,
    changed_at integer,
    changed_in text,
    -- Where it was when it was last seen right, 'cart.ts:Cart.add', where that is not where it is now.
    moved_from text,
    -- Whether its going is why the memory waits for review: that ends when it comes back.
    flagged integer not null default 0
  );
  create index anchor_memory on anchor (memory);
  create index anchor_path on anchor (path);
  create index anchor_state on anchor (state) where state <> 'fresh';
`;
