/** Imports that name a package. Whether one lies in the repository is told by its edges, which come later. */
export const codePackages = `
  create table code_package (
    name text not null,
    file integer not null,
    line integer not null,
    primary key (name, file, line)
  ) without rowid;
  create index code_package_file on code_package (file);
`;
