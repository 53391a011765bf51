/** The folders of each project: clones of one repository are one project. */
export const projectFolders = `
  create table project_folder (
    -- The main worktree of a clone, or the folder itself outside a repository.
    root text primary key,
    project text not null,
    -- What all clones share: the address of the origin, or the first commit; empty where there is neither,
    -- null as long as it was not looked for.
    key text,
    seen_at integer not null
  ) without rowid;
  create index project_folder_key on project_folder (key) where key is not null and key <> '';
  insert or ignore into project_folder (root, project, seen_at) select root, id, seen_at from project;

  -- The project that this one turned out to be; its memories are moved there.
  alter table project add column same_as text;
`;
