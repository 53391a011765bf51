/** What chunks of code mean. All of it can be found out again. */
export const chunkVectors = `
  create table code_vector (
    row integer primary key,
    -- Null once its chunk went: one of the same text may take it over, else it is swept away.
    chunk integer unique,
    -- Of what was embedded.
    key blob not null,
    model text not null,
    -- In eight bits: each code times the scale.
    scale real not null,
    codes blob not null
  );
  create index code_vector_key on code_vector (key);
  -- A changed file has all its chunks cut anew, most of them from the same text; their ids may be used again.
  create trigger code_chunk_gone after delete on code_chunk begin
    update code_vector set chunk = null where chunk = old.id;
  end;
  create trigger code_chunk_changed after update of file, kind, name, start, finish, words on code_chunk begin
    update code_vector set chunk = null where chunk = old.id;
  end;
`;
