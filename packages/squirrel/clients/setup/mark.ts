/** Stands in every file that is all ours. */
export const MARK = 'squirrel-memory';
