/** The value below which a share of the measured ones lie. */
export function percentile(measured: readonly number[], share: number): number {
  const sorted = [...measured].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** What something takes that is done many times, in milliseconds, rounded to a hundredth. */
export interface Times {
  p50: number;
  p95: number;
  /** The P50 of the CPU time of this process, which other programs disturb less. */
  cpu: number;
}

/** Runs something many times and gives its times. */
export async function times(count: number, work: (i: number) => unknown): Promise<Times> {
  const measured: number[] = [];
  const cpu: number[] = [];
  for (let i = 0; i < count; i++) {
    const before = process.cpuUsage();
    const start = performance.now();
    await work(i);
    measured.push(performance.now() - start);
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1000);
  }
  return {
    p50: hundredths(percentile(measured, 0.5)),
    p95: hundredths(percentile(measured, 0.95)),
    cpu: hundredths(percentile(cpu, 0.5)),
  };
}

export const hundredths = (value: number): number => Math.round(value * 100) / 100;
