/** What sessions fall apart into. All of it is derived from events and marks, and may be made anew at any time. */
export const episodesSchema = `
  create table episode (
    row integer primary key,
    id text not null unique,
    session integer not null references session (row),
    -- Its place among those of its session, from nought.
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

  -- Times at which somebody asked for a cut.
  create table flush (
    at integer primary key
  );

  -- What no episode accounts for yet: found at once, however many events there are.
  create index event_unsettled on event (session, at) where episode is null;
  -- An event that moved to another session, or was tainted afterwards, is as good as new.
  create trigger event_unsettled_again after update of session, at, offset, part, tainted on event
    when old.episode is not null and (old.session, old.at, old.offset, old.part, old.tainted)
      is not (new.session, new.at, new.offset, new.part, new.tainted)
  begin
    update event set episode = null where row = new.row;
  end;
`;
