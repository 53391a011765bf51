import { expect } from 'vitest';

/** Under so many milliseconds nobody waits, and what is measured is mostly chance. */
const MOMENT_MS = 30;

/**
 * Fails where four times as much work takes far more than four times as long: what grows with the square takes sixteen
 * times. Held against itself and in time of the processor, so that neither a slow machine nor a busy one makes it fail.
 */
export async function expectSteady(work: (size: number) => unknown, size: number): Promise<void> {
  const part = await processorMs(() => work(size / 4));
  const whole = await processorMs(() => work(size));
  expect(whole / Math.max(part, MOMENT_MS)).toBeLessThan(10);
}

async function processorMs(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  return process.cpuUsage(begun).user / 1000;
}
