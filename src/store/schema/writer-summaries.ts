/** What a language model said an episode came to, next to what else was kept of its answer. */
export const writerSummaries = `
  alter table asked add column summary text;
`;
