import { expect } from 'vitest';

/** Under so many milliseconds nobody waits, and what is measured is mostly chance. */
const MOMENT_MS = 30;

/**
 * Fails where work takes longer than so many milliseconds, or four times as much of it far more than four times as long:
 * what grows with the square takes sixteen times. In time of the processor, so that a busy machine does not make it fail.
 */
export async function expectSteady(
  work: (size: number) => unknown,
  { size, mostMs }: { size: number; mostMs: number },
): Promise<void> {
  const part = await processorMs(() => work(size / 4));
  const whole = await processorMs(() => work(size));
  expect(whole).toBeLessThan(mostMs);
  expect(whole / Math.max(part, MOMENT_MS)).toBeLessThan(10);
}

async function processorMs(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  return process.cpuUsage(begun).user / 1000;
}
