/** What git's history says of which files changed in which commits, so that what changes together can be counted. */
export const cochange = `
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
  create table git_touch (
    file integer not null references git_file (row),
    in_commit integer not null references git_commit (row),
    primary key (file, in_commit)
  ) without rowid;
  create index git_touch_commit on git_touch (in_commit);

  -- These commits, and all before them, have been read.
  create table git_tip (
    hash text primary key
  ) without rowid;
`;
