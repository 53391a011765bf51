/** What texts mean. All of it can be computed again. */
export const vectorsSchema = `
  -- The vector of each memory; those with a chunk are also packed there, in eight bits.
  create table vector (
    memory integer primary key,
    model text not null,
    chunk integer,
    value blob not null
  );
  create index vector_loose on vector (model, memory) where chunk is null;
  create index vector_model on vector (model);

  -- The members of a pack of memory vectors, for loading at once.
  create table vector_chunk (
    row integer primary key,
    model text not null,
    members blob not null
  );

  -- The codes of a pack, apart from its members: removing one does not write the codes again.
  create table vector_codes (
    chunk integer primary key,
    codes blob not null
  );

  -- The vector of a draft's text, by a hash of it.
  create table draft_vector (
    draft integer primary key references draft (row) on delete cascade,
    model text not null,
    hash text not null,
    value blob not null
  );

  -- The vectors of passages.
  create table passage_vector (
    -- Goes up with every vector, so that those that came since can be told.
    row integer primary key autoincrement,
    passage integer not null unique,
    model text not null,
    -- In eight bits: each code times the scale.
    scale real not null,
    codes blob not null
  );
  create index passage_vector_model on passage_vector (model);

  -- The vectors of past tasks.
  create table episode_vector (
    episode integer primary key,
    -- Of the model and the text that was embedded: an episode that went on is embedded anew.
    key text not null,
    -- In eight bits: each code times the scale.
    scale real not null,
    codes blob not null
  );

  -- The vectors of code chunks.
  create table code_vector (
    row integer primary key,
    -- Null once its chunk went: one of the same text may take it over, else it is swept away.
    chunk integer unique,
    -- Of what was embedded.
    key blob not null,
    model text not null,
    -- In eight bits: each code times the scale.
    scale real not null,
    codes blob not null
  );
  create index code_vector_key on code_vector (key);

  -- Vectors of questions, until they expire.
  create table embedding_cache (
    key text primary key,
    model text not null,
    value blob not null,
    expires_at integer not null
  );
  create index embedding_cache_expiry on embedding_cache (expires_at);
`;
