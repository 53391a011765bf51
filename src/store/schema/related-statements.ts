/** What the relation model read in pairs of statements, and what they are to each other. All of it can be made again. */
export const relatedStatements = `
  create table statement_pair (
    -- A hash of both texts: the texts themselves lie elsewhere, and may be erased there.
    pair text primary key,
    model text not null,
    cosine real not null,
    replaces real not null,
    repeats real not null
  );
  create table related_statement (
    -- Ids of drafts or memories.
    older text not null,
    newer text not null,
    verdict text not null,
    -- The pieces of the older text that are meant, as JSON; null where all of it.
    pieces text,
    primary key (older, newer)
  ) without rowid;
  create index related_newer on related_statement (newer);
`;
