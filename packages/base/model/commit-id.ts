/** Ids of commits begin so in answers; digits of the commit's hash follow. */
const COMMIT_PREFIX = 'commit:';

/** Digits of a hash that tell a commit from the others of most repositories. */
const COMMIT_DIGITS = 12;

/** The id a commit is cited by. */
export const commitId = (hash: string): string => `${COMMIT_PREFIX}${hash.slice(0, COMMIT_DIGITS)}`;

/** What is taken for such an id: the prefix may be left out. */
export const COMMIT_ID = /^(?:commit:)?[0-9a-f]{7,64}$/i;

/** Whether an id names a commit. */
export const isCommitId = (id: string): boolean => id.toLowerCase().startsWith(COMMIT_PREFIX);

/** The digits of a commit's id. */
export const digitsOfCommit = (id: string): string => id.toLowerCase().replace(COMMIT_PREFIX, '');
