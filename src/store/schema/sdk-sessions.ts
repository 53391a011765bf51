/** Sessions of agents whose loop has Squirrel in it, and the structured part of memories. */
export const sdkSessions = `
  -- JSON; null where the text is all there is.
  alter table memory add column record text;

  create table sdk_session (
    id text primary key,
    methodology text not null,
    -- The part of the code that the work is about; null where that is not known.
    module text,
    -- JSON: the names of the levels that it lies in, outermost first.
    unit text not null,
    -- What was planned; null where nothing was.
    planned_steps integer,
    steps integer not null,
    -- success, failure or abandoned; null while it goes on.
    outcome text,
    -- JSON: the scratchpad. Empty once its notes were promoted.
    state text not null,
    updated_at integer not null
  ) without rowid;
`;
