/** Four times the input may take this many times as long: linear work takes 4 times, quadratic work 16 times. */
const MAX_GROWTH = 10;
/** Work that seems to grow too fast is measured again this often: garbage collection or a busy core slows single rounds. */
const MAX_ROUNDS = 7;
const CONFIRMING_ROUNDS = 3;
/** The CPU clock of a thread may advance in steps of several milliseconds. */
const MIN_MEASURABLE_MS = 40;

/** Fails where synchronous work takes far more than four times the CPU time for four times the size. */
export function expectLinear(work: (size: number) => unknown, size: number): void {
  const grew = excessGrowth(work, size);
  if (grew) throw new Error(`The work grew faster than its size: ${grew}`);
}

/**
 * Compares the CPU time that synchronous work takes for `size` and for a quarter of it. Returns the figures where it grew
 * too fast, undefined where it did not or took less than `minMs`.
 */
export function excessGrowth(
  work: (size: number) => unknown,
  size: number,
  minMs = MIN_MEASURABLE_MS,
  clock = cpuMs,
): string | undefined {
  const grew = measured(work, size, { minMs, clock, rounds: MAX_ROUNDS });
  // Work that grows too fast does so at every size; a busy machine or the collection of garbage slows only some.
  return grew && measured(work, 2 * size, { minMs, clock, rounds: CONFIRMING_ROUNDS }) && grew;
}

/** One comparison of `excessGrowth`, by the minimum of several rounds. */
function measured(
  work: (size: number) => unknown,
  size: number,
  { minMs, clock, rounds }: { minMs: number; clock: typeof cpuMs; rounds: number },
): string | undefined {
  let [quarter, whole] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < rounds; round++) {
    whole = Math.min(
      whole,
      clock(() => work(size)),
    );
    if (whole < minMs) return undefined;
    quarter = Math.min(
      quarter,
      clock(() => work(size / 4)),
    );
    if (whole <= MAX_GROWTH * quarter) return undefined;
  }
  return `${size / 4}: ${quarter} ms, ${size}: ${whole} ms`;
}

/** CPU time of this thread alone: other processes and threads do not count. */
export function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
