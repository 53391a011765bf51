/** Receipts also say why: coded sentences as JSON. Receipts of earlier versions have none. */
export const injectionReasons = `
  alter table injection_memory add column why text;

  -- Memories that were considered and left out.
  create table injection_left (
    injection integer not null references injection (row) on delete cascade,
    memory text not null,
    because text not null,
    primary key (injection, memory)
  ) without rowid;
  create index injection_left_memory on injection_left (memory);
`;
