import { anchors } from './schema/anchors.ts';
import { chunkVectors } from './schema/chunk-vectors.ts';
import { cochange } from './schema/cochange.ts';
import { code } from './schema/code.ts';
import { codePackages } from './schema/code-packages.ts';
import { commandFolders } from './schema/command-folders.ts';
import { counts } from './schema/counts.ts';
import { delivery } from './schema/delivery.ts';
import { draftReportsSchema } from './schema/draft-reports.ts';
import { due } from './schema/due.ts';
import { episodeVectors } from './schema/episode-vectors.ts';
import { episodesSchema } from './schema/episodes.ts';
import { eventsSchema } from './schema/events.ts';
import { foreignSchema } from './schema/foreign.ts';
import { historySchema } from './schema/history.ts';
import { hub } from './schema/hub.ts';
import { hubKeys } from './schema/hub-keys.ts';
import { injectionPassages } from './schema/injection-passages.ts';
import { injectionReasons } from './schema/injection-reasons.ts';
import { judgedPrompts } from './schema/judged-prompts.ts';
import { learning } from './schema/learning.ts';
import { liftsSchema } from './schema/lifts.ts';
import { modelQuestionsSchema } from './schema/model-questions.ts';
import { panel } from './schema/panel.ts';
import { passagePlaces } from './schema/passage-places.ts';
import { passagesSchema } from './schema/passages.ts';
import { places } from './schema/places.ts';
import { placesUnhooked } from './schema/places-unhooked.ts';
import { projectFolders } from './schema/project-folders.ts';
import { reachIndexes, reachSchema } from './schema/reach.ts';
import { relatedStatements } from './schema/related-statements.ts';
import { ruleBreaches } from './schema/rule-breaches.ts';
import { scip } from './schema/scip.ts';
import { sdkSessions } from './schema/sdk-sessions.ts';
import { siblings } from './schema/siblings.ts';
import { sync } from './schema/sync.ts';
import { unparsed } from './schema/unparsed.ts';
import { viewsSchema } from './schema/views.ts';
import { writerSummaries } from './schema/writer-summaries.ts';

/** How a store came to its present shape, oldest first. Forward only: a landed entry is never edited. */
export const migrations: readonly string[] = [
  `
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
    updated_at integer not null
  );
  create unique index memory_hash on memory (scope, ifnull(scope_of, ''), hash);
  create index memory_key on memory (key) where key is not null;
  create index memory_hidden on memory (row) where status = 'deprecated' or expires_at is not null;

  create virtual table memory_words using fts5 (
    text, tags, files, words,
    content = 'memory', content_rowid = 'row',
    tokenize = 'porter unicode61 remove_diacritics 2'
  );
  -- A forgotten memory's words leave the index at once, not at some later merge.
  insert into memory_words (memory_words, rank) values ('secure-delete', 1);
  -- None for inserts: a trigger's insert is a savepoint, at which FTS5 writes out the words of every single row,
  -- which makes writing half as fast and leaves a hundred small segments to search. addMemory does it instead.
  create trigger memory_words_removed after delete on memory begin
    insert into memory_words (memory_words, rowid, text, tags, files, words)
      values ('delete', old.row, old.text, old.tags, old.files, old.words);
  end;
  create trigger memory_words_changed after update of text, tags, files, words on memory begin
    insert into memory_words (memory_words, rowid, text, tags, files, words)
      values ('delete', old.row, old.text, old.tags, old.files, old.words);
    insert into memory_words (rowid, text, tags, files, words)
      values (new.row, new.text, new.tags, new.files, new.words);
  end;

  create table evidence (
    row integer primary key,
    memory integer not null references memory (row) on delete cascade,
    proof text not null,
    episode text,
    events text not null,
    quote text,
    at integer not null
  );
  create index evidence_memory on evidence (memory);

  create table relation (
    memory integer not null references memory (row) on delete cascade,
    kind text not null,
    target text not null,
    confidence real not null,
    primary key (memory, kind, target)
  ) without rowid;

  create table metrics (
    memory integer primary key references memory (row) on delete cascade,
    opportunities integer not null default 0,
    uses integer not null default 0,
    regret_hits integer not null default 0,
    regret_saved real not null default 0,
    last_used_at integer
  );

  -- One full vector a memory. Those with a chunk also stand there in eight bits, packed for loading.
  create table vector (
    memory integer primary key,
    model text not null,
    chunk integer,
    value blob not null
  );
  create index vector_model on vector (model);
  create index vector_loose on vector (model, memory) where chunk is null;
  create table vector_chunk (
    row integer primary key,
    model text not null,
    members blob not null
  );
  -- Apart from its members, so that taking one out does not write the codes again.
  create table vector_codes (
    chunk integer primary key,
    codes blob not null
  );

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

  create table embedding_cache (
    key text primary key,
    model text not null,
    value blob not null,
    expires_at integer not null
  );
  create index embedding_cache_expiry on embedding_cache (expires_at);

  create table job (
    row integer primary key,
    name text not null unique,
    state text not null,
    done integer not null,
    total integer not null,
    note text,
    updated_at integer not null
  );

  create table project (
    id text primary key,
    name text not null,
    root text not null,
    remote text,
    seen_at integer not null
  );

  create table note_file (
    path text primary key,
    offset integer not null,
    hash text not null,
    indexed_at integer not null
  );
  `,
  eventsSchema,
  episodesSchema,
  historySchema,
  code,
  cochange,
  anchors,
  scip,
  learning,
  unparsed,
  modelQuestionsSchema,
  chunkVectors,
  places,
  delivery,
  viewsSchema,
  siblings,
  draftReportsSchema,
  panel,
  due,
  counts,
  foreignSchema,
  passagesSchema,
  episodeVectors,
  placesUnhooked,
  judgedPrompts,
  commandFolders,
  injectionPassages,
  relatedStatements,
  passagePlaces,
  injectionReasons,
  sdkSessions,
  liftsSchema,
  sync,
  writerSummaries,
  codePackages,
  hub,
  hubKeys,
  reachSchema,
  // Whether a memory had been told when it could have applied says more than whether anything was (issue 40).
  'alter table outcome drop column able',
  reachIndexes,
  projectFolders,
  ruleBreaches,
];
