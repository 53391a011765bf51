/** Where a memory is told: everywhere, at its part of the code, or within its task. */
export const reachSchema = `
  alter table memory add column reach text not null default 'project';
`;
