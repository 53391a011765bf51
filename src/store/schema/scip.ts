/** What SCIP indexes said of files: it holds for as long as a file is as it was then. */
export const scip = `
  create table code_scip (
    path text primary key,
    -- Of the file's bytes.
    hash text not null,
    -- JSON, deflated.
    links blob not null
  );
`;
