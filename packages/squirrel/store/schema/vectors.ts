/** What texts mean. All of it can be computed again. */
export const vectorsSchema = `
  -- One vector of each thing that can be found by meaning.
  create table vector (
    -- Goes up with every vector, so that those that came since can be told.
    row integer primary key autoincrement,
    -- memory, draft, passage, code.
    kind text not null,
    -- The row of the thing. Null once a chunk of code went: one of the same text may take it over, else it is swept away.
    of integer,
    model text not null,
    -- Of what was embedded, where that changes while the thing stays.
    key,
    -- Each of the codes, of eight bits, is to be multiplied by this.
    scale real not null,
    value blob not null
  );
  create unique index vector_of on vector (kind, of) where of is not null;
  create index vector_model on vector (kind, model);
  create index vector_code on vector (key) where kind = 'code';

  -- Vectors of questions, until they expire.
  create table embedding_cache (
    key text primary key,
    model text not null,
    value blob not null,
    expires_at integer not null
  );
  create index embedding_cache_expiry on embedding_cache (expires_at);
`;
