import type { Memory } from '../../model/memory.ts';
import type { ProjectTime } from '../../store/events/project-time.ts';

/**
 * How sure a memory is by now: half as sure with each half-life of work in which it was not used, seen or changed, sooner
 * where it is about files that change often. Never written back, so that a memory that is used again is as sure as it was.
 */
export function currentConfidence(
  { confidence, halfLifeDays, pinned, createdAt, updatedAt, files }: Memory,
  { lastUsedAt, time }: { lastUsedAt: number | null; time: ProjectTime },
): number {
  if (halfLifeDays === null || pinned) return confidence;
  const days = time.daysSince(Math.max(lastUsedAt ?? 0, createdAt, updatedAt), files);
  return confidence * 0.5 ** (days / halfLifeDays);
}

export const DAY_MS = 24 * 3600 * 1000;
