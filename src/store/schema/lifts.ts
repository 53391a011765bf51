/** What memories came to where they were told and where they were withheld at random, and how often they are to be told. */
export const liftsSchema = `
  create table lift (
    memory text primary key,
    kind text not null,
    -- Sessions in which it was due, and those of them that went badly.
    told integer not null,
    told_bad integer not null,
    withheld integer not null,
    withheld_bad integer not null,
    -- The share of sessions in which it is to be told, 0 to 1.
    share real not null
  ) without rowid;
`;
