/** Where a memory is told: everywhere, at its part of the code, or within its task. */
export const reachSchema = `
  alter table memory add column reach text not null default 'project';
`;

/** What the brief at the start of a session chooses from; what belongs to a part is told where that is touched. */
export const reachIndexes = `
  drop index memory_standing;
  create index memory_standing on memory (type) where reach <> 'part' and
    (type in ('preference', 'requirement', 'decision', 'work_state', 'module_insight') or tier = 'emergency'
      or source in ('user_taught', 'user_said') or verified = 1 or pinned = 1);
  create index memory_part on memory (row) where reach = 'part';
`;
