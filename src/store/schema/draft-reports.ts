/** Drafts that were told rather than seen, and what the gate made of them. */
export const draftReportsSchema = `
  create table telling (
    -- The memory's where it became one; else made of its words.
    id text primary key,
    at integer not null,
    origin text not null,
    -- Its words; null where a memory has them, so that what is forgotten is nowhere else.
    text text,
    -- Where it was dropped and why; no step where it became, or reinforces, a memory.
    step text,
    reason text,
    memory text,
    -- What the steps did that is not as usual, as JSON.
    facts text not null
  ) without rowid;
  create index telling_memory on telling (memory) where memory is not null;
  create index telling_at on telling (at);
`;
