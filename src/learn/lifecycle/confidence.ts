import type { Memory } from '../../model/memory.ts';

/**
 * How sure a memory is by now: half as sure with each half-life in which nobody used it. Never written back, so that a
 * memory that is used again is as sure as it was.
 */
export function currentConfidence(
  { confidence, halfLifeDays, pinned, createdAt }: Memory,
  { lastUsedAt, now }: { lastUsedAt: number | null; now: number },
): number {
  if (halfLifeDays === null || pinned) return confidence;
  const days = Math.max(0, now - Math.max(lastUsedAt ?? 0, createdAt)) / DAY_MS;
  return confidence * 0.5 ** (days / halfLifeDays);
}

export const DAY_MS = 24 * 3600 * 1000;
