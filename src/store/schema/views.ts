/** What was last said of the person, the project and its pitfalls, so that it need not be put together anew. */
export const viewsSchema = `
  create table view (
    name text not null,
    -- What it was asked for, as JSON.
    args text not null,
    json text not null,
    -- When it was last found to be so; what it says of itself is when it became so.
    made_at integer not null,
    -- How many events were known then.
    events integer not null,
    -- The memories it was made of and the state of the others, as JSON.
    basis text not null,
    primary key (name, args)
  ) without rowid;

  -- What is forgotten must not live on in what was made of it.
  create trigger view_forgotten after delete on memory begin
    delete from view;
  end;

  -- Tells at once whether any memory was written since.
  create index memory_updated on memory (updated_at);
  -- What is asked for by its type alone is found without reading all.
  create index memory_type on memory (type);
  create index failure_seen_last on failure_seen (at);
`;
