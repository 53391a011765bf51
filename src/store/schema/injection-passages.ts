/** Receipts also name what was quoted from past sessions. */
export const injectionPassages = `
  create table injection_passage (
    injection integer not null references injection (row) on delete cascade,
    -- The message: its event's id in hex digits.
    event text not null,
    primary key (injection, event)
  ) without rowid;
`;
