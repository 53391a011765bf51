/** What was seen in sessions, what it proposes to remember, what became of that, and whether it helped. */
export const learning = `
  -- When it applies to what an agent is about to do, as JSON; and the branch it is staged on until that is merged.
  alter table memory add column trigger_when text;
  alter table memory add column branch text;

  -- What has been seen of a session so far, so that new events cost what they cost and no more.
  create table scratchpad (
    session integer primary key references session (row),
    -- Of the rules that made it; made anew when they have changed.
    rules integer not null,
    -- The last event that is in it, by its place in the session's order.
    at integer not null,
    offset integer not null,
    part integer not null,
    events integer not null,
    state text not null
  );

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
  create index sighting_session on sighting (session);
  create index sighting_matter on sighting (matter, at);

  -- Matters whose sightings changed since drafts were last made of them; set with them, so that a crash loses nothing.
  create table unlearnt (
    matter text primary key
  ) without rowid;

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
    -- The proposal, as JSON.
    body text not null,
    -- Where it was dropped and why; no step where it became, or reinforces, a memory.
    step text,
    reason text,
    -- That memory's id, and what the gate last wanted it to be: what others did to it since is theirs.
    memory text,
    wanted text
  );
  create index draft_memory on draft (memory);
  create index draft_step on draft (step);

  -- Of the text it would have, by a hash of that; a draft's wording changes with every count in it.
  create table draft_vector (
    draft integer primary key references draft (row) on delete cascade,
    model text not null,
    hash text not null,
    value blob not null
  );

  -- What a person has refused is not learnt again: by its matter, and by a hash of its text.
  create table refusal (
    row integer primary key,
    matter text,
    hash text,
    -- The memory that was refused, while it is kept to know its like again.
    memory text,
    at integer not null
  );
  create index refusal_matter on refusal (matter) where matter is not null;
  create index refusal_hash on refusal (hash) where hash is not null;

  -- What happened to a memory, step by step, and why.
  create table memory_step (
    row integer primary key,
    memory text not null,
    at integer not null,
    did text not null,
    why text not null,
    -- Its text before, where that changed; its confidence after.
    before text,
    confidence real
  );
  create index memory_step_memory on memory_step (memory, at);

  -- Briefings that were delivered at a point of a session.
  create table injection (
    row integer primary key,
    id text not null unique,
    client text not null,
    session text not null,
    at integer not null,
    point text not null,
    -- What it was about: the command, the file, the prompt's hash.
    about text,
    tokens integer not null,
    -- 'full', 'passive' or 'control': what a group is not to get is noted and not shown.
    holdout text not null,
    shown integer not null
  );
  create index injection_session on injection (session, at);
  create table injection_memory (
    injection integer not null references injection (row) on delete cascade,
    memory text not null,
    primary key (injection, memory)
  ) without rowid;
  create index injection_memory_memory on injection_memory (memory);

  -- What a memory came to in an episode in which it could have applied; also of memories in the user's store.
  create table outcome (
    memory text not null,
    episode text not null,
    session integer not null,
    at integer not null,
    -- From before it was learnt: it tells only how often the failure comes by itself.
    before integer not null,
    -- Something was delivered in that session, so that this could have been.
    able integer not null,
    delivered integer not null,
    used integer not null,
    -- The failure it warns of: 'came', 'did not come', or null where it warns of none.
    failure text,
    saved real not null,
    why text not null,
    primary key (memory, episode)
  ) without rowid;
  create index outcome_episode on outcome (episode);
  create index outcome_session on outcome (session);
  create index outcome_used on outcome (memory) where used = 1;

  -- What outcomes in a project come to for a memory, in the memory's own store; its metrics hold the sum.
  create table tally (
    memory text not null,
    project text not null,
    opportunities integer not null,
    -- Of these, those in which it could have been delivered.
    chances integer not null,
    uses integer not null,
    hits integer not null,
    misses integer not null,
    saved real not null,
    accesses integer not null,
    last_at integer,
    primary key (memory, project)
  ) without rowid;

  -- Sessions whose outcomes are to be found out again; kept by triggers, so that a crash loses nothing.
  create table unjudged (
    session integer primary key
  );
  insert into unjudged select distinct session from episode;
  create trigger episode_made after insert on episode begin
    insert into unjudged (session) values (new.session) on conflict do nothing;
  end;
  create trigger episode_changed after update on episode begin
    insert into unjudged (session) values (new.session) on conflict do nothing;
  end;
  create trigger episode_gone after delete on episode begin
    insert into unjudged (session) values (old.session) on conflict do nothing;
  end;
  create trigger injection_made after insert on injection begin
    insert into unjudged (session)
      select row from session where client = new.client and id = new.session on conflict do nothing;
  end;

  -- Memories whose outcomes are known, and a hash of what decides when they apply.
  create table judged (
    memory text primary key,
    hash text not null
  ) without rowid;

  -- Where branches last stood that something was learnt on, so that one that is gone can be told from one that was merged.
  create table branch_tip (
    name text primary key,
    tip text not null,
    -- It had commits of its own.
    ahead integer not null,
    at integer not null
  ) without rowid;

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

  -- Rule files that memories were read from, by line.
  create table rule_file (
    path text primary key,
    hash text not null,
    read_at integer not null
  );
  create table rule_line (
    path text not null references rule_file (path) on delete cascade,
    line integer not null,
    hash text not null,
    memory text not null,
    primary key (path, memory)
  ) without rowid;
`;
