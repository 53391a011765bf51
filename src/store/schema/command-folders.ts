/** Where commands were run. */
export const commandFolders = `
  -- Below the repository, or the whole path outside it; null for the repository itself.
  alter table event add column folder text;
`;
