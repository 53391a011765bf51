import { addNew, fullTextSchema, removeOld } from '@sqrl/base/sqlite/full-text.ts';

/** Memories, what proves them, what they are about, and what became of them. */
export const memorySchema = `
  -- What is remembered, one row a memory.
  create table memory (
    -- Declared, not implied: VACUUM may renumber an implied rowid, and
    -- memory_words and the vectors would then answer with the wrong memories, silently.
    -- Never used twice: what still names a forgotten memory's row must not find another one there.
    row integer primary key autoincrement,
    id text not null unique,
    type text not null,
    scope text not null,
    scope_of text,
    owner text not null,
    tier text not null,
    status text not null,
    polarity integer not null,
    key text,
    text text not null,
    hash text not null,
    tags text not null,
    files text not null,
    symbols text not null,
    module text,
    -- What the identifiers in it fall apart into, for the word index alone.
    words text not null,
    confidence real not null,
    source text not null,
    pinned integer not null,
    verified integer not null,
    needs_review integer not null,
    tainted integer not null,
    half_life_days real,
    expires_at integer,
    created_at integer not null,
    updated_at integer not null,
    -- When it applies to what an agent is about to do, as JSON.
    trigger_when text,
    -- The branch it is staged on until that is merged.
    branch text,
    -- Its structured part, as JSON; null where the text is all there is.
    record text,
    owner_id text,
    user_id text,
    -- By which space words of others came, and whether they were reviewed, as it is shown; null where git carries them.
    via text,
    -- Where it is told: everywhere, at its part of the code, or within its task.
    reach text not null default 'project'
  );
  -- All that memories are filtered, counted and sorted by, so that none of their texts is read for it.
  create index memory_counted on memory (status, type, scope, tier, source, needs_review, pinned, verified, expires_at,
    created_at, updated_at, confidence);
  create index memory_error on memory (row) where type = 'error_pattern';
  create unique index memory_hash on memory (scope, ifnull(scope_of, ''), hash);
  create index memory_hidden on memory (row) where status = 'deprecated' or expires_at is not null;
  create index memory_key on memory (key) where key is not null;
  create index memory_part on memory (row) where reach = 'part';
  create index memory_rule on memory (row) where trigger_when is null and status <> 'deprecated'
    and (verified = 1 or pinned = 1 or source in ('user_taught', 'user_said', 'file_index'));
  create index memory_standing on memory (type) where reach <> 'part' and
    (type in ('preference', 'requirement', 'decision', 'work_state', 'module_insight') or tier = 'emergency'
      or source in ('user_taught', 'user_said') or verified = 1 or pinned = 1);
  create index memory_trigger on memory (row) where trigger_when is not null;
  create index memory_type on memory (type);
  create index memory_updated on memory (updated_at);
  -- None for inserts, see full-text.ts: addMemory writes words and places itself.
  create trigger memory_place_changed after update of files, symbols on memory
    when old.files <> new.files or old.symbols <> new.symbols
  begin
    delete from memory_place where memory = new.row;
    insert into memory_place (kind, name, memory)
      select 'file', value, new.row from json_each(new.files) where true on conflict do nothing;
    insert into memory_place (kind, name, memory)
      select 'symbol', value, new.row from json_each(new.symbols) where true on conflict do nothing;
  end;
  create trigger memory_words_changed after update of text, tags, files, words on memory begin
    ${removeOld('memory_words')}
    ${addNew('memory_words')}
  end;
  create trigger memory_words_removed after delete on memory begin
    ${removeOld('memory_words')}
  end;

  -- The words of memories.${fullTextSchema('memory_words')}

  create table evidence (
    row integer primary key,
    memory integer not null references memory (row) on delete cascade,
    proof text not null,
    episode text,
    events text not null,
    quote text,
    at integer not null
  );
  create index evidence_episode on evidence (episode, at) where episode is not null;
  create index evidence_memory on evidence (memory);

  -- How a memory stands to others, by their ids: supersedes, contradicts…
  create table relation (
    memory integer not null references memory (row) on delete cascade,
    kind text not null,
    target text not null,
    confidence real not null,
    primary key (memory, kind, target)
  ) without rowid;
  create index relation_superseded on relation (target) where kind = 'supersedes';

  -- How often a memory applied and was used.
  create table metrics (
    memory integer primary key references memory (row) on delete cascade,
    opportunities integer not null default 0,
    uses integer not null default 0,
    regret_hits integer not null default 0,
    regret_saved real not null default 0,
    last_used_at integer
  );

  -- The files and symbols that a memory names.
  create table memory_place (
    -- 'file' or 'symbol'.
    kind text not null,
    name text not null,
    memory integer not null references memory (row) on delete cascade,
    primary key (kind, name, memory)
  ) without rowid;
  create index memory_place_memory on memory_place (memory);

  -- The symbols and files of the code that a memory is tied to, and whether they are still as they were.
  create table anchor (
    row integer primary key,
    memory integer not null references memory (row) on delete cascade,
    path text not null,
    symbol text,
    kind text not null,
    id integer,
    hash text not null,
    -- Of its text without its name; null for a file.
    shape integer,
    seen_in text,
    seen_at integer not null,
    -- 'fresh', 'stale' or 'gone', since when, and the commit that made it so where there is one.
    state text not null,
    changed_at integer,
    changed_in text,
    moved_from text,
    signature text not null default '',
    sketch text not null default '',
    now_is text,
    -- A person has looked and kept the memory: what is gone is not told any more, and its name is not tied again.
    is_left integer not null default 0,
    -- Whether its going is why the memory waits for review: that ends when it comes back.
    flagged integer not null default 0
  );
  create index anchor_memory on anchor (memory);
  create index anchor_path on anchor (path);
  create index anchor_state on anchor (state) where state <> 'fresh';

  -- The history of a memory: what happened to it, and why.
  create table memory_step (
    row integer primary key,
    memory text not null,
    at integer not null,
    did text not null,
    why text not null,
    before text,
    confidence real
  );
  create index memory_step_memory on memory_step (memory, at);

  -- What people did to memories, so that it can be undone.
  create table deed (
    row integer primary key,
    id text not null,
    memory text not null,
    at integer not null,
    -- confirmed, corrected, rejected, pinned, unpinned, changed.
    did text not null,
    -- What it changed, as JSON: as that was before, and as it was afterwards.
    was text not null,
    became text not null,
    undone_at integer
  );
  create index deed_id on deed (id);
  create index deed_memory on deed (memory, row);
  create index deed_standing on deed (at, row) where undone_at is null;

  -- What a person refused is not learned again: by its matter, and by a hash of its text.
  create table refusal (
    row integer primary key,
    matter text,
    hash text,
    memory text,
    at integer not null
  );
  create index refusal_hash on refusal (hash) where hash is not null;
  create index refusal_matter on refusal (matter) where matter is not null;

  -- When a memory was found, and by which question.
  create table access (
    row integer primary key,
    memory text not null,
    at integer not null,
    way text not null,
    score real,
    question text
  );
  create index access_memory on access (memory);
  create index access_question on access (question) where question is not null;

  -- What has one value, by kind and name, see marks.ts: decisions, how far work is, what waits to be done.
  create table mark (
    kind text not null,
    -- A text or a number.
    name not null,
    value,
    primary key (kind, name)
  ) without rowid;
`;
