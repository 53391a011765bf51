/**
 * How often a property is tried: as often as pays with every commit, and `SQRL_TEST_RUNS` times as often where a person
 * looks for more.
 */
export const runs = (count: number): number => Math.ceil(count * Number(process.env.SQRL_TEST_RUNS ?? 1));
