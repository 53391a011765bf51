import { seededRandom } from './random.ts';

/** One session: what was measured in it, and how large its task was. */
export interface MeasuredSession {
  value: number;
  /** Anything that grows with the work and that the treatment does not change; compared by its logarithm. */
  size: number;
}

/** How much a treated group differs from a control group, per session of the same size. */
export interface Difference {
  treated: { sessions: number; mean: number };
  control: { sessions: number; mean: number };
  /** Treated minus control at the same task size; null where there are too few sessions to say. */
  value: number | null;
  /** The 95 % interval. */
  low: number | null;
  high: number | null;
  /** How often a difference as large comes by chance alone. */
  p: number | null;
  /** Control sessions that are missing: to compute an interval at all, or to see `DETECTABLE_SHARE` four times of five. */
  missing: { toCompare: number; toDetect: number | null };
}

/** Sessions that each group needs, and in which something else than usual must have happened in a group of that size. */
const MIN_SESSIONS = 10;
const MIN_UNUSUAL = 5;
const RESAMPLES = 999;
/** What the bootstrap leaves outside, nominally, so that the truth is inside about 95 times of 100. */
const OUTSIDE = 0.03;
/** The difference that `missing.toDetect` is about, as a share of the control group's mean. */
export const DETECTABLE_SHARE = 0.2;

/**
 * Compares two groups of sessions: the difference of their means at the same task size. The interval is a bootstrap-t over
 * sessions, at a nominal level that makes up for skewed counts in a small control group; p is from shuffling the
 * groups, which holds its level whatever the counts look like. `bench proof` shows both on simulated users.
 */
export function difference(
  treated: readonly MeasuredSession[],
  control: readonly MeasuredSession[],
  seed = 1,
): Difference {
  const groups = { treated: summary(treated), control: summary(control) };
  const toCompare = missingToCompare(treated, control);
  if (toCompare > 0)
    return { ...groups, value: null, low: null, high: null, p: null, missing: { toCompare, toDetect: null } };
  const all = pointsOf([...treated, ...control]);
  const [n, m] = [treated.length, control.length];
  const order = Uint32Array.from({ length: n + m }, (_, i) => i);
  const found = adjusted(all, order, n);
  const random = seededRandom(seed);
  const ts = new Float64Array(RESAMPLES);
  const drawn = new Uint32Array(n + m);
  for (let i = 0; i < RESAMPLES; i++) {
    for (let k = 0; k < n; k++) drawn[k] = Math.floor(random() * n);
    for (let k = n; k < n + m; k++) drawn[k] = n + Math.floor(random() * m);
    const again = adjusted(all, drawn, n);
    ts[i] = (again.value - found.value) / again.error;
  }
  ts.sort();
  return {
    ...groups,
    value: found.value,
    low: found.value - quantile(ts, 1 - OUTSIDE / 2) * found.error,
    high: found.value - quantile(ts, OUTSIDE / 2) * found.error,
    p: shuffledP(all, order, { treated: n, t: Math.abs(found.value / found.error), random }),
    missing: { toCompare: 0, toDetect: missingToDetect(groups.control.mean, found.error, m) },
  };
}

/** The share of shuffled groupings that differ by as much. */
function shuffledP(
  all: Points,
  order: Uint32Array,
  { treated, t, random }: { treated: number; t: number; random: () => number },
): number {
  let asLarge = 1;
  for (let i = 0; i < RESAMPLES; i++) {
    for (let k = order.length - 1; k > 0; k--) {
      const other = Math.floor(random() * (k + 1));
      [order[k], order[other]] = [order[other]!, order[k]!];
    }
    const { value, error } = adjusted(all, order, treated);
    if (Math.abs(value / error) >= t) asLarge++;
  }
  return asLarge / (RESAMPLES + 1);
}

/** Which of several p values still stand when all of them were looked at (Holm), at 5 of 100. */
export function standing(ps: readonly (number | null)[]): boolean[] {
  const order = ps.flatMap((p, i) => (p === null ? [] : [{ p, i }])).sort((x, y) => x.p - y.p);
  const stands = ps.map(() => false);
  for (const [rank, { p, i }] of order.entries()) {
    if (p > 0.05 / (order.length - rank)) break;
    stands[i] = true;
  }
  return stands;
}

/** Values and the logarithms of sizes, both around their mean, so that sums of squares lose no digits. */
interface Points {
  values: Float64Array;
  sizes: Float64Array;
}

function pointsOf(sessions: readonly MeasuredSession[]): Points {
  const values = Float64Array.from(sessions, ({ value }) => value);
  const sizes = Float64Array.from(sessions, ({ size }) => Math.log1p(Math.max(0, size)));
  const [value, size] = [mean(values), mean(sizes)];
  return { values: values.map((each) => each - value), sizes: sizes.map((each) => each - size) };
}

/** The difference of the means at the same size, by one slope for both groups, and its standard error. */
function adjusted(
  { values, sizes }: Points,
  order: Uint32Array,
  treated: number,
): { value: number; error: number } {
  const group = (from: number, to: number) => {
    const n = to - from;
    let [x, y, xx, xy, yy] = [0, 0, 0, 0, 0];
    for (let i = from; i < to; i++) {
      const [size, value] = [sizes[order[i]!]!, values[order[i]!]!];
      x += size;
      y += value;
      xx += size * size;
      xy += size * value;
      yy += value * value;
    }
    return { n, x: x / n, y: y / n, xx: xx - (x * x) / n, xy: xy - (x * y) / n, yy: yy - (y * y) / n };
  };
  const [a, b] = [group(0, treated), group(treated, order.length)];
  const xx = a.xx + b.xx;
  const slope = xx > 1e-9 ? (a.xy + b.xy) / xx : 0;
  const rest = (of: typeof a) => Math.max(0, of.yy - 2 * slope * of.xy + slope * slope * of.xx);
  const common = (rest(a) + rest(b)) / Math.max(1, a.n + b.n - 3);
  // Each group gets one session of the common spread: ten zeros do not show that nothing ever happens.
  const spread = (of: typeof a) => (rest(of) + common) / of.n / of.n;
  const bySlope = xx > 1e-9 ? ((a.x - b.x) ** 2 * common) / xx : 0;
  return {
    value: a.y - b.y - slope * (a.x - b.x),
    error: Math.sqrt(spread(a) + spread(b) + bySlope) || Number.EPSILON,
  };
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return values.length === 0 ? 0 : sum / values.length;
}

const summary = (sessions: readonly MeasuredSession[]) => ({
  sessions: sessions.length,
  mean: mean(Float64Array.from(sessions, ({ value }) => value)),
});

const quantile = (sorted: Float64Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length + 1)) - 1))]!;

/** Control sessions that are missing before anything can be said; treated ones come by themselves. */
function missingToCompare(treated: readonly MeasuredSession[], control: readonly MeasuredSession[]): number {
  const few = Math.min(treated.length, control.length);
  const all = [...treated, ...control];
  const times = new Map<number, number>();
  for (const { value } of all) times.set(value, (times.get(value) ?? 0) + 1);
  const unusual = all.length === 0 ? 0 : 1 - Math.max(...times.values()) / all.length;
  const wanted = Math.max(MIN_SESSIONS, unusual > 0 ? Math.ceil(MIN_UNUSUAL / unusual) : MIN_SESSIONS);
  return unusual === 0 && few >= MIN_SESSIONS ? MIN_SESSIONS : Math.max(0, wanted - few);
}

/** Control sessions that are missing to see the detectable difference four times of five; most of the error is theirs. */
function missingToDetect(controlMean: number, error: number, control: number): number | null {
  const wanted = Math.abs(controlMean) * DETECTABLE_SHARE;
  if (wanted === 0) return null;
  const times = (((1.96 + 0.84) * error) / wanted) ** 2;
  return Math.max(0, Math.ceil(control * times) - control);
}
