import { fullTextSchema, removeOld } from '@sqrl/base/sqlite/full-text.ts';

/** Results that somebody outside wrote; an index knows where they are. */
export const BRINGS_FOREIGN_TEXT = `kind = 'result' and (tool in ('fetch', 'web search') or tool glob 'mcp:*')`;

/** What was read from logs, and what it was cut into. All but the readings is derived from the logs. */
export const sessionsSchema = `
  -- Projects that were seen; in the user's store alone.
  create table project (
    id text primary key,
    name text not null,
    root text not null,
    remote text,
    seen_at integer not null,
    -- The project that this one turned out to be; its memories are moved there.
    same_as text
  );

  -- The folders of each project: clones of one repository are one project.
  create table project_folder (
    -- The main worktree of a clone, or the folder itself outside a repository.
    root text primary key,
    project text not null,
    -- What all clones share: the address of the origin, or the first commit; empty where there is neither,
    -- null as long as it was not looked for.
    key text,
    seen_at integer not null
  ) without rowid;
  create index project_folder_key on project_folder (key) where key is not null and key <> '';

  -- Files of clients that events were read from.
  create table log (
    row integer primary key,
    path text not null unique,
    -- It lay in a work tree and was read without a person naming it: all of it is foreign text.
    unasked integer not null default 0
  );

  -- How far each log was read; in the user's store alone, since one log may speak of several projects.
  create table reading (
    path text primary key,
    client text not null,
    form text not null,
    inode integer,
    size integer not null,
    changed_at integer not null,
    -- Of the first bytes, so that a file replaced by another is noticed.
    head text,
    offset integer not null,
    -- What the reader and the ingest must know to go on, redacted as everything is that is kept.
    state text,
    -- Records by type, version and fate.
    counts text not null,
    events integer not null default 0,
    last_at integer,
    trouble text,
    read_at integer not null
  );

  create table session (
    row integer primary key,
    client text not null,
    id text not null,
    began_at integer not null,
    forked_from text,
    cwd text,
    branch text,
    version text,
    title text,
    model text,
    -- Events came of which nothing has been derived yet; set with them, so that a crash in between is made good.
    unsettled integer not null default 1,
    -- Of the rules that cut it into episodes; made anew when they have changed.
    rules integer not null default 0,
    unique (client, id)
  );

  -- What each log says of a session: together they make the session's own facts, in whatever order they are read.
  create table session_log (
    session integer not null references session (row),
    log integer not null references log (row),
    began_at integer not null,
    forked_from text,
    cwd text,
    branch text,
    version text,
    title text,
    model text,
    primary key (session, log)
  ) without rowid;

  -- The steps of sessions: prompts, replies, calls, results.
  create table event (
    row integer primary key,
    -- Sixteen bytes made of the client and its own name for the step.
    id blob not null unique,
    session integer not null references session (row),
    agent text,
    at integer not null,
    -- Orders steps of one moment: the place in the log, and the part of the record.
    part integer not null,
    kind text not null,
    tool text,
    tool_name text,
    call text,
    command text,
    outcome text,
    exit_code integer,
    text text not null,
    length integer not null,
    hash text,
    tokens_input integer,
    tokens_output integer,
    tokens_cached integer,
    duration integer,
    model text,
    branch text,
    tainted integer not null,
    log integer not null references log (row),
    offset integer not null,
    bytes integer not null,
    episode integer,
    folder text
  );
  create index event_foreign on event (session) where ${BRINGS_FOREIGN_TEXT};
  -- Tells where passages stand without reading their texts: a question asks that of six hundred of them.
  create index event_place on event (row, session, agent, at, length);
  create index event_result on event (tool, tool_name, at, outcome, duration) where kind = 'result' and tool is not null;
  create index event_session on event (session, at, offset, part);
  create index event_unsettled on event (session, at) where episode is null;
  create trigger event_removed after delete on event begin
    delete from passage where event = old.row;
  end;
  -- An event that moved to another session, or was tainted afterwards, is as good as new.
  create trigger event_unsettled_again after update of session, at, offset, part, tainted on event
    when old.episode is not null and (old.session, old.at, old.offset, old.part, old.tainted)
      is not (new.session, new.at, new.offset, new.part, new.tainted)
  begin
    update event set episode = null where row = new.row;
  end;
  create trigger prompt_reading_event_changed after update of text on event when old.text <> new.text begin
    delete from mark where kind = 'prompt reading' and name = old.row;
  end;
  create trigger prompt_reading_event_removed after delete on event begin
    delete from mark where kind = 'prompt reading' and name = old.row;
  end;

  create table file (
    row integer primary key,
    path text not null,
    outside integer not null,
    unique (path, outside)
  );

  -- What a finished step did with a file; a call's files are those of its result.
  create table touch (
    file integer not null references file (row),
    at integer not null,
    event integer not null references event (row),
    way text not null,
    -- Whether it went well: a change that failed or was refused changed nothing.
    ok integer not null,
    from_line integer,
    to_line integer,
    primary key (file, at, event, way)
  ) without rowid;
  create index touch_event on touch (event);

  -- Failures by their fingerprint.
  create table failure (
    row integer primary key,
    fingerprint text not null unique,
    tool text not null,
    line text not null,
    times integer not null,
    sessions integer not null,
    resolved integer not null
  );
  create index failure_sessions on failure (sessions, times);

  -- When a failure came, and how it was resolved.
  create table failure_seen (
    event integer primary key references event (row),
    failure integer not null references failure (row),
    session integer not null,
    at integer not null,
    resolver integer,
    how text,
    command text,
    changed text,
    ran text
  );
  create index failure_seen_failure on failure_seen (failure, at);
  create index failure_seen_last on failure_seen (at);
  create index failure_seen_session on failure_seen (session, at);

  -- The tasks that sessions are cut into.
  create table episode (
    row integer primary key,
    id text not null unique,
    session integer not null references session (row),
    ordinal integer not null,
    -- Its first event, by the event's own id: rows are nobody's name for anything.
    first blob not null,
    started_at integer not null,
    ended_at integer not null,
    events integer not null,
    begun_by text not null,
    task text not null,
    summary text not null,
    phase text not null,
    importance real not null,
    errors integer not null,
    retry_loops integer not null,
    tests text not null,
    frustration text not null,
    -- As if it were over: whether it still runs depends on the time of asking.
    status text not null,
    outcome text not null,
    files_changed text not null,
    files_read text not null,
    tools text not null,
    tainted integer not null
  );
  create index episode_session on episode (session, ordinal);
  create index episode_started on episode (started_at);
  -- What was seen only in work that failed is not learned.
  create trigger draft_episode after update of status on episode when new.status <> old.status begin
    insert into mark (kind, name) select 'draft due', id from draft where instr(body, new.id) > 0
      on conflict do nothing;
  end;
  create trigger episode_changed after update on episode begin
    insert into mark (kind, name) values ('unjudged', new.session) on conflict do nothing;
  end;
  create trigger episode_gone after delete on episode begin
    insert into mark (kind, name) values ('unjudged', old.session) on conflict do nothing;
  end;
  create trigger episode_made after insert on episode begin
    insert into mark (kind, name) values ('unjudged', new.session) on conflict do nothing;
  end;

  create table passage (
    -- Never used twice: a vector in the memory of another process must not stand for another passage.
    row integer primary key autoincrement,
    event integer not null,
    ordinal integer not null,
    text text not null,
    words text not null
  );
  create index passage_event on passage (event);
  create index passage_place on passage (row, event, ordinal);
  create trigger passage_removed after delete on passage begin
    ${removeOld('passage_words')}
    delete from vector where kind = 'passage' and of = old.row;
  end;

  -- The words of passages.${fullTextSchema('passage_words')}
`;
