/** What the memory panel asks for: what people did, so that it can be taken back, and lists that are counted as one looks. */
export const panel = `
  create table deed (
    row integer primary key,
    -- The same for all memories that something was done to at once.
    id text not null,
    memory text not null,
    at integer not null,
    -- confirmed, corrected, rejected, pinned, unpinned, changed.
    did text not null,
    -- What it changed, as JSON: as that was before, and as it was afterwards.
    was text not null,
    became text not null,
    undone_at integer
  );
  create index deed_id on deed (id);
  create index deed_memory on deed (memory, row);
  create index deed_standing on deed (at, row) where undone_at is null;

  -- All that memories are filtered, counted and sorted by, so that none of their texts is read for it.
  create index memory_counted on memory (status, type, scope, tier, source, needs_review, pinned, verified, expires_at,
    created_at, updated_at, confidence);
`;
