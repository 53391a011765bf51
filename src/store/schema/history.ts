const CHANGES = "('edit', 'write', 'delete')";

/** Whether a touch changed its file: a change that failed or was refused did not. */
const changed = (touch: 'new' | 'old'): string =>
  `(${touch}.way in ${CHANGES} and
     coalesce((select outcome is null or outcome = 'ok' from event where row = ${touch}.event), 1))`;

/** What is counted while events arrive, so that no question ever reads them all. */
export const historySchema = `
  -- Kept by triggers: whoever writes a touch, the counts are right.
  create table file_use (
    file integer primary key references file (row),
    last_at integer not null,
    looked integer not null,
    changed integer not null
  );
  create index file_use_last on file_use (last_at);
  create trigger touch_counted after insert on touch begin
    insert into file_use (file, last_at, looked, changed)
      values (new.file, new.at, new.way not in ${CHANGES}, ${changed('new')})
      on conflict (file) do update set
        last_at = max(last_at, excluded.last_at),
        looked = looked + excluded.looked,
        changed = changed + excluded.changed;
  end;

  create trigger touch_uncounted after delete on touch begin
    update file_use set
      last_at = (select max(at) from touch where file = old.file),
      looked = looked - (old.way not in ${CHANGES}),
      changed = changed - ${changed('old')}
    where file = old.file and exists (select 1 from touch where file = old.file);
    delete from file_use where file = old.file and not exists (select 1 from touch where file = old.file);
  end;

  -- Any three letters of a path find it.
  create virtual table file_words using fts5 (
    path, content = 'file', content_rowid = 'row', tokenize = 'trigram', detail = 'none'
  );
  create trigger file_words_added after insert on file begin
    insert into file_words (rowid, path) values (new.row, new.path);
  end;

  -- Both ways round: how many episodes changed, or looked at, both files.
  create table pair (
    file integer not null,
    other integer not null,
    way text not null,
    times integer not null,
    primary key (file, way, other)
  ) without rowid;

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
  create index failure_seen_session on failure_seen (session, at);
  create index failure_seen_failure on failure_seen (failure, at);
`;
