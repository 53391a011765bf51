/** Results that were written by somebody outside; an index knows where they are. */
export const BRINGS_FOREIGN_TEXT = `kind = 'result' and (tool in ('fetch', 'web search') or tool glob 'mcp:*')`;

/** What was read from logs: sessions, their events, the files in them; and how far each log was read. */
export const eventsSchema = `
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
    episode integer
  );
  create index event_session on event (session, at, offset, part);
  create index event_foreign on event (session) where ${BRINGS_FOREIGN_TEXT};

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
    from_line integer,
    to_line integer,
    primary key (file, at, event, way)
  ) without rowid;
  create index touch_event on touch (event);

  -- Counted as results arrive, so that nobody ever scans for it. Days are of UTC.
  create table tool_day (
    tool text not null,
    tool_name text not null,
    day integer not null,
    ok integer not null default 0,
    failed integer not null default 0,
    rejected integer not null default 0,
    interrupted integer not null default 0,
    timed integer not null default 0,
    duration integer not null default 0,
    primary key (tool, tool_name, day)
  ) without rowid;

  -- Files of clients that events were read from.
  create table log (
    row integer primary key,
    path text not null unique
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
    -- Why it could not be read further, if so.
    trouble text,
    read_at integer not null
  );

  -- Projects into which events came that may still be unsettled, in case the process ends before they are.
  create table unsettled (
    project text primary key
  );

  -- Projects that were erased, by a hash of their id: what happened in them before is not read again.
  create table forgotten (
    project text primary key,
    at integer not null
  );
`;
