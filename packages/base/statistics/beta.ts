/** What is believed of a share: as if `yes` of `yes + no` had been seen. */
export interface Belief {
  yes: number;
  no: number;
}

const STEPS = 200;

/** How probable it is that one share is smaller than another, by more than a margin. */
export function probabilityLess(a: Belief, b: Belief, margin = 0): number {
  const [pa, pb] = [density(a), density(b)];
  const shift = Math.round(margin * STEPS);
  let [below, probability] = [0, 0];
  for (let i = shift; i < STEPS; i++) {
    const here = pa[i - shift]!;
    probability += pb[i]! * (below + here / 2);
    below += here;
  }
  return probability;
}

export const meanOf = ({ yes, no }: Belief): number => yes / (yes + no);

/** The 95 % interval of the difference `a − b`, by the spread of both. */
export function differenceOf(a: Belief, b: Belief): { value: number; low: number; high: number } {
  const value = meanOf(a) - meanOf(b);
  const half = 1.96 * Math.sqrt(variance(a) + variance(b));
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}

const variance = ({ yes, no }: Belief): number => (yes * no) / ((yes + no) ** 2 * (yes + no + 1));

/** The density over equal steps of [0, 1], summing to one; by logarithms, because counts of thousands overflow. */
function density({ yes, no }: Belief): Float64Array {
  const logs = new Float64Array(STEPS);
  let most = -Infinity;
  for (let i = 0; i < STEPS; i++) {
    const x = (i + 0.5) / STEPS;
    logs[i] = (yes - 1) * Math.log(x) + (no - 1) * Math.log1p(-x);
    most = Math.max(most, logs[i]!);
  }
  let sum = 0;
  for (let i = 0; i < STEPS; i++) {
    logs[i] = Math.exp(logs[i]! - most);
    sum += logs[i]!;
  }
  return logs.map((each) => each / sum);
}
