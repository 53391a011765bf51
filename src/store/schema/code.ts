/** What is known of a repository's code. All of it is derived from its files, and may be made anew at any time. */
export const code = `
  create table code_file (
    -- Also the id of the symbol that stands for the file.
    id integer primary key,
    path text not null unique,
    language text,
    -- Of its bytes; null until it was read.
    hash text,
    -- Of what other files can see of it.
    surface text,
    size integer not null,
    changed_at integer not null,
    -- 'waiting' to be read, 'read' and to be linked, 'linked'.
    state text not null,
    broken integer not null default 0,
    -- When its symbols or edges last changed.
    generation integer not null
  );
  create index code_file_open on code_file (state) where state <> 'linked';
  create index code_file_generation on code_file (generation);

  -- What a file says, packed: apart from its row, so that going through all files does not read it.
  create table code_facts (
    file integer primary key,
    facts blob not null
  );

  create table code_symbol (
    -- Never used twice: a memory that is anchored to a symbol must not find another one there.
    id integer primary key autoincrement,
    file integer not null,
    -- Its index in what the file says; -1 for the file itself.
    place integer not null,
    kind text not null,
    name text not null,
    parent integer,
    -- Among those of the same parent, kind and name.
    ordinal integer not null,
    line integer not null,
    end_line integer not null,
    signature text not null,
    hash text not null,
    -- Of its text without its name, so that it is known again under another one.
    shape integer not null,
    exported integer not null,
    test integer not null
  );
  create index code_symbol_file on code_symbol (file, place);
  create index code_symbol_name on code_symbol (name collate nocase);

  -- Kinds and ways are numbers here: there may be millions of rows. Containment is told by a symbol's parent alone.
  create table code_edge (
    source integer not null,
    kind integer not null,
    target integer not null,
    line integer not null,
    how integer not null,
    -- Where how alone does not say it.
    confidence real,
    primary key (source, kind, target, line)
  ) without rowid;
  create index code_edge_back on code_edge (target, kind, source);

  -- What was looked at to link a file, or to find what many files ask for; both as numbers made of their names.
  create table code_look (
    look integer not null,
    -- A file's id; below nought, the look that stands for something found on the way.
    looker integer not null,
    primary key (look, looker)
  ) without rowid;
  create index code_look_looker on code_look (looker);

  create table code_chunk (
    id integer primary key,
    file integer not null,
    kind text not null,
    name text,
    line integer not null,
    end_line integer not null,
    start integer not null,
    finish integer not null,
    -- The words in it, each once, identifiers also in parts.
    words text not null
  );
  create index code_chunk_file on code_chunk (file);
  create virtual table code_words using fts5 (
    name, words, content = 'code_chunk', content_rowid = 'id', tokenize = 'porter unicode61 remove_diacritics 2'
  );

  -- Files that went since the graph was last written down as a whole.
  create table code_gone (
    file integer primary key,
    generation integer not null
  );

  create table code_state (
    name text primary key,
    value text not null
  ) without rowid;
`;
