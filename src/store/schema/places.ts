/** What memories are about, so that those of a file or a symbol are found without looking at all of them. */
export const places = `
  create table memory_place (
    -- 'file' or 'symbol'.
    kind text not null,
    name text not null,
    memory integer not null references memory (row) on delete cascade,
    primary key (kind, name, memory)
  ) without rowid;
  create index memory_place_memory on memory_place (memory);
  insert or ignore into memory_place (kind, name, memory)
    select 'file', value, memory.row from memory, json_each(files);
  insert or ignore into memory_place (kind, name, memory)
    select 'symbol', value, memory.row from memory, json_each(symbols);
  create trigger memory_place_added after insert on memory when new.files <> '[]' or new.symbols <> '[]' begin
    insert into memory_place (kind, name, memory)
      select 'file', value, new.row from json_each(new.files) where true on conflict do nothing;
    insert into memory_place (kind, name, memory)
      select 'symbol', value, new.row from json_each(new.symbols) where true on conflict do nothing;
  end;
  create trigger memory_place_changed after update of files, symbols on memory
    when old.files <> new.files or old.symbols <> new.symbols
  begin
    delete from memory_place where memory = new.row;
    insert into memory_place (kind, name, memory)
      select 'file', value, new.row from json_each(new.files) where true on conflict do nothing;
    insert into memory_place (kind, name, memory)
      select 'symbol', value, new.row from json_each(new.symbols) where true on conflict do nothing;
  end;

  -- The few that apply to what an agent is about to do.
  create index memory_trigger on memory (row) where trigger_when is not null;
`;
