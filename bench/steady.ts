import { readdirSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './percentiles.ts';

const PER_SECOND = 20;
const SAMPLE_MS = 10_000;

/** What became of one request; why it failed, if it did. */
interface SteadyReply {
  failed: string | undefined;
  /** It is meant to wait, and its time says nothing. */
  waits?: boolean;
}

/** Twenty requests a second for a while: what failed, how long they took, and whether a process's memory and descriptors grow. */
export async function askSteadily(pid: number, seconds: number, ask: (n: number) => Promise<SteadyReply>) {
  const [tookMs, failed, samples]: [number[], Record<string, number>, { mb: number; fds: number }[]] = [
    [],
    {},
    [],
  ];
  const askOne = async (n: number) => {
    const began = performance.now();
    const { failed: why, waits } = await ask(n).catch(
      (error: Error): SteadyReply => ({
        failed: error.message,
      }),
    );
    if (!waits) tookMs.push(performance.now() - began);
    if (why !== undefined) failed[why] = (failed[why] ?? 0) + 1;
  };
  const sample = () => ({ mb: Math.round(memoryMbOf(pid)), fds: readdirSync(`/proc/${pid}/fd`).length });
  const before = sample();
  const look = setInterval(() => samples.push(sample()), SAMPLE_MS);
  const asked: Promise<void>[] = [];
  // By how much this process itself is late: on a busy machine it is the machine that is measured.
  const lateMs: number[] = [];
  const began = performance.now();
  for (let n = 0; n < seconds * PER_SECOND; n++) {
    await sleep(Math.max(0, began + (n * 1000) / PER_SECOND - performance.now()));
    lateMs.push(performance.now() - began - (n * 1000) / PER_SECOND);
    asked.push(askOne(n));
  }
  await Promise.all(asked);
  clearInterval(look);
  samples.push(sample());
  const half = samples.length >> 1;
  const seen = (of: 'mb' | 'fds') => {
    const middle = (part: typeof samples) =>
      percentile(
        part.map((one) => one[of]),
        0.5,
      );
    return {
      ...{
        before: before[of],
        firstHalf: middle(samples.slice(0, half)),
        secondHalf: middle(samples.slice(half)),
      },
      ...{ most: Math.max(...samples.map((one) => one[of])), after: samples.at(-1)![of] },
    };
  };
  return {
    ...{ requests: asked.length, failed, tookMs: percentilesOf(tookMs), lateMs: percentilesOf(lateMs) },
    ...{ memoryMb: seen('mb'), descriptors: seen('fds') },
  };
}

const percentilesOf = (all: number[]) =>
  Object.fromEntries(
    [0.5, 0.95, 0.99].map((share) => [`p${share * 100}`, Math.round(percentile(all, share))]),
  );

export const memoryMbOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
