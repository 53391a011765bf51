/** Node's option by which a program under test cannot see which processes started it: an agent may run the tests. */
export const AS_PERSON = `--import=${new URL('./no-ancestors.mjs', import.meta.url)}`;
