/** Finds the memories that were learnt in the same episode. */
export const siblings = `
  create index evidence_episode on evidence (episode, at) where episode is not null;
`;
