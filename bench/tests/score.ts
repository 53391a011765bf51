/** A function, the tests that ran it, and those that were told. */
export interface TestedFunction {
  name: string;
  ran: ReadonlySet<string>;
  told: ReadonlySet<string>;
}

/** Means over functions: one that every test runs counts as much as one that a single test runs. */
export function scoreTests(functions: readonly TestedFunction[]) {
  const found = functions.filter(({ told }) => told.size > 0);
  const right = ({ ran, told }: TestedFunction) => told.intersection(ran).size;
  return {
    functions: functions.length,
    recall: mean(functions.map((each) => right(each) / each.ran.size)),
    precision: mean(found.map((each) => right(each) / each.told.size)),
    nothing: thousandths(1 - found.length / Math.max(1, functions.length)),
  };
}

const mean = (all: readonly number[]): number =>
  thousandths(all.reduce((sum, each) => sum + each, 0) / Math.max(1, all.length));

const thousandths = (n: number): number => Math.round(n * 1000) / 1000;
