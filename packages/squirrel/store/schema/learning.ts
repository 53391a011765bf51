/** What was seen in sessions, what it proposes to remember, and what became of that. */
export const learningSchema = `
  -- What signals saw in sessions.
  create table sighting (
    row integer primary key,
    session integer not null references session (row),
    session_kind text not null,
    signal text not null,
    -- The signal's name and the matter: 'error_retry:9f…'.
    matter text not null,
    at integer not null,
    episode text,
    events text not null,
    quote text,
    proof text not null,
    tainted integer not null,
    agents integer not null,
    strength real not null,
    branch text,
    facts text not null
  );
  create index sighting_matter on sighting (matter, at);
  create index sighting_session on sighting (session);

  -- Proposals to remember, one a matter.
  create table draft (
    row integer primary key,
    -- Made of its matter, so that it is the same whatever order history is read in.
    id text not null unique,
    matter text not null unique,
    signal text not null,
    -- Of the sighting that made it enough to be learnt; and the session of that.
    at integer not null,
    session text,
    -- Of the newest sighting.
    last_at integer not null,
    sessions integer not null,
    body text not null,
    step text,
    reason text,
    -- That memory's id, and what the gate last wanted it to be: what others did to it since is theirs.
    memory text,
    wanted text
  );
  create index draft_memory on draft (memory);
  create index draft_step on draft (step);
  create trigger draft_changed after update of id, body on draft begin
    insert into mark (kind, name) values ('draft due', new.id) on conflict do nothing;
  end;
  create trigger draft_gone after delete on draft begin
    delete from vector where kind = 'draft' and of = old.row;
    insert into mark (kind, name) values ('draft due', old.id) on conflict do nothing;
  end;
  create trigger draft_made after insert on draft begin
    insert into mark (kind, name) values ('draft due', new.id) on conflict do nothing;
  end;

  -- Drafts that were told rather than seen, and what the gate made of them.
  create table telling (
    -- The memory's where it became one; else made of its words.
    id text primary key,
    at integer not null,
    origin text not null,
    -- Its words; null where a memory has them, so that what is forgotten is nowhere else.
    text text,
    step text,
    reason text,
    memory text,
    -- The session in which an agent said it.
    session text
  ) without rowid;
  create index telling_at on telling (at);
  create index telling_memory on telling (memory) where memory is not null;

  -- Questions to language models, so that none is asked twice while what it is about has not changed.
  create table asked (
    row integer primary key,
    prompt text not null,
    version integer not null,
    -- An episode's id, a module and how many sessions it had…
    about text not null,
    -- Of what it was about, as it was then.
    mark text not null,
    model text,
    at integer not null,
    tries integer not null,
    failed text,
    -- Sightings that were made of the answer, and what was refused of it and why, as JSON.
    kept text not null,
    refused text not null,
    summary text,
    unique (prompt, about)
  );

  -- What was asked of language models, a row a day, model and purpose; in the user's store alone.
  create table spending (
    day text not null,
    model text not null,
    purpose text not null,
    calls integer not null,
    failed integer not null,
    input integer not null,
    output integer not null,
    cost real not null,
    primary key (day, model, purpose)
  ) without rowid;

  -- How two statements stand to each other.
  create table related_statement (
    older text not null,
    newer text not null,
    verdict text not null,
    pieces text,
    primary key (older, newer)
  ) without rowid;
  create index related_newer on related_statement (newer);

  -- Sessions of agents whose loop has Squirrel in it.
  create table sdk_session (
    id text primary key,
    methodology text not null,
    module text,
    unit text not null,
    planned_steps integer,
    steps integer not null,
    outcome text,
    -- JSON: the scratchpad. Empty once its notes were promoted.
    state text not null,
    updated_at integer not null
  ) without rowid;
`;
