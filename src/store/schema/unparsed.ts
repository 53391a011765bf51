/** Which files are known by their lines alone although their language is known, and why. */
export const unparsed = `
  create table code_unparsed (
    path text primary key,
    -- Of its text, and how long that is: until it changes it is not tried again.
    hash text not null,
    length integer not null,
    because text not null
  ) without rowid;
`;
