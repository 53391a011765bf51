/** What delivery asks for at every step of every session. */
export const delivery = `
  -- What is known of a project as a whole, by name: how far its memory is trusted.
  create table project_state (
    name text primary key,
    value text not null
  ) without rowid;

  -- What the brief at the start of a session chooses from.
  create index memory_standing on memory (type)
    where type in ('preference', 'requirement', 'decision', 'work_state', 'module_insight') or tier = 'emergency';
  create index memory_error on memory (row) where type = 'error_pattern';
  create index relation_superseded on relation (target) where kind = 'supersedes';
`;
