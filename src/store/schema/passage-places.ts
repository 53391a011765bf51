/** Tells where passages stand without reading their texts: a question asks that of six hundred of them. */
export const passagePlaces = `
  create index event_place on event (row, session, agent, at, length);
  create index passage_place on passage (row, event, ordinal);
`;
