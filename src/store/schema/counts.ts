/**
 * What a batch of events does to the counts is written once, by whoever writes the batch: a trigger did it for every
 * touch, at a savepoint of its own, at which FTS5 also wrote out the words of every single file.
 */
export const counts = `
  drop trigger touch_counted;
  drop trigger file_words_added;
`;
