import { fullTextSchema } from '@sqrl/base/sqlite/full-text.ts';

/** What is known of a repository's code and history. All of it can be made again from its files. */
export const codeSchema = `
  -- Files of the repository.
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
    broken integer not null default 0
  );
  create index code_file_open on code_file (state) where state <> 'linked';

  -- What a file says, packed: apart from its row, so that going through all files does not read it.
  create table code_facts (
    file integer primary key,
    facts blob not null
  );

  -- Functions, classes and other names in files.
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

  -- What refers to what. Kinds and ways are numbers: there may be millions of rows. Containment is told by a symbol's parent alone.
  create table code_edge (
    source integer not null,
    kind integer not null,
    target integer not null,
    line integer not null,
    how integer not null,
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

  -- Imports that name a package. Whether one lies in the repository is told by its edges, which come later.
  create table code_package (
    name text not null,
    file integer not null,
    line integer not null,
    primary key (name, file, line)
  ) without rowid;
  create index code_package_file on code_package (file);

  -- What SCIP indexes said of files: it holds for as long as a file is as it was then.
  create table code_scip (
    path text primary key,
    -- Of the file's bytes.
    hash text not null,
    -- JSON, deflated.
    links blob not null
  );

  -- Pieces of files that can be searched.
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
  create trigger code_chunk_changed after update of file, kind, name, start, finish, words on code_chunk begin
    update vector set of = null where kind = 'code' and of = old.id;
  end;
  create trigger code_chunk_gone after delete on code_chunk begin
    update vector set of = null where kind = 'code' and of = old.id;
  end;

  -- The words of chunks.${fullTextSchema('code_words')}

  -- A file through all its names; the path is its newest.
  create table git_file (
    row integer primary key,
    path text not null unique
  );

  -- Names that files had before.
  create table git_name (
    path text primary key,
    file integer not null references git_file (row)
  ) without rowid;
  create index git_name_file on git_name (file);

  -- Commits.
  create table git_commit (
    row integer primary key,
    hash text not null unique,
    -- The same for a commit and what a rebase, an amendment or a cherry-pick made of it.
    origin text not null unique,
    at integer not null,
    -- How many it changed; those of a very large one are not kept.
    files integer not null
  );
  create index git_commit_at on git_commit (at);

  -- Which commits changed which files.
  create table git_touch (
    file integer not null references git_file (row),
    in_commit integer not null references git_commit (row),
    primary key (file, in_commit)
  ) without rowid;
  create index git_touch_commit on git_touch (in_commit);

`;
