/** What was said in sessions, cut into passages that can be searched. All of it can be derived again from events. */
export const passagesSchema = `
  create table passage (
    -- Never used twice: a vector in the memory of another process must not stand for another passage.
    row integer primary key autoincrement,
    event integer not null,
    -- The message's place among those of its conversation, from 1.
    ordinal integer not null,
    text text not null,
    -- Parts of its identifiers.
    words text not null
  );
  create index passage_event on passage (event);

  create virtual table passage_words using fts5 (
    text, words,
    content = 'passage', content_rowid = 'row',
    tokenize = 'porter unicode61 remove_diacritics 2'
  );
  -- A forgotten passage's words leave the index at once, not at some later merge.
  insert into passage_words (passage_words, rank) values ('secure-delete', 1);

  create table passage_vector (
    -- Goes up with every vector, so that those that came since can be told.
    row integer primary key autoincrement,
    passage integer not null unique,
    model text not null,
    -- In eight bits: each code times the scale.
    scale real not null,
    codes blob not null
  );
  create index passage_vector_model on passage_vector (model);

  create trigger passage_removed after delete on passage begin
    insert into passage_words (passage_words, rowid, text, words)
      values ('delete', old.row, old.text, old.words);
    delete from passage_vector where passage = old.row;
  end;
  create trigger event_removed after delete on event begin
    delete from passage where event = old.row;
  end;
`;
