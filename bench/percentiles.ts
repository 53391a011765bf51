/** The value below which a share of the measured ones lie. */
export function percentile(measured: readonly number[], share: number): number {
  const sorted = [...measured].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Runs something many times and gives its P50 and P95 in milliseconds, rounded to a hundredth. */
export async function times(
  count: number,
  work: (i: number) => unknown,
): Promise<{ p50: number; p95: number }> {
  const measured: number[] = [];
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    await work(i);
    measured.push(performance.now() - start);
  }
  return { p50: hundredths(percentile(measured, 0.5)), p95: hundredths(percentile(measured, 0.95)) };
}

export const hundredths = (value: number): number => Math.round(value * 100) / 100;
