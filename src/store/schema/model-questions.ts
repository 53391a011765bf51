/** What language models were asked and what was kept of their answers, and which files each session had to do with. */
export const modelQuestionsSchema = `
  -- One row a question, so that none is asked twice while what it is about has not changed.
  create table asked (
    row integer primary key,
    -- The name of the prompt, and its version.
    prompt text not null,
    version integer not null,
    -- An episode's id, a module and how many sessions it had…
    about text not null,
    -- Of what it was about, as it was then.
    mark text not null,
    model text,
    at integer not null,
    tries integer not null,
    -- Why it was not asked, or has no answer.
    failed text,
    -- Sightings that were made of the answer, and what was refused of it and why, as JSON.
    kept text not null,
    refused text not null,
    unique (prompt, about)
  );

  -- Prompts of which the rules cannot tell whether they begin a new task, and what was decided of each.
  create table task_decision (
    event blob primary key,
    starts integer not null
  ) without rowid;

  -- Names for parts of the code that a model gave, by the names that the rules gave them.
  create table module_title (
    module text primary key,
    title text not null,
    named_by text not null
  ) without rowid;

  -- Which files each session looked at and changed, counted once for every session.
  create table file_session (
    session integer not null references session (row),
    file integer not null references file (row),
    looked integer not null,
    changed integer not null,
    first_at integer not null,
    last_at integer not null,
    primary key (session, file)
  ) without rowid;
  create table session_counted (
    session integer primary key references session (row),
    -- How many events it had then.
    events integer not null
  );
`;
