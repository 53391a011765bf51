import { isPersonsWord } from '@sqrl/base/model/delivery.ts';
import type { Memory } from '@sqrl/base/model/memory.ts';
import type { ProjectTime } from '../../store/events/project-time.ts';

/**
 * The confidence of a memory by now. An inferred one halves with each half-life of work in which it was not used, seen or
 * changed, sooner if it is about files that change often; a person's word keeps its own. Never written back, so a memory
 * that is used again is as sure as it was.
 */
export function currentConfidence(
  memory: Memory,
  { lastUsedAt, time }: { lastUsedAt: number | null; time: ProjectTime },
): number {
  const { confidence, halfLifeDays, createdAt, updatedAt, files } = memory;
  if (halfLifeDays === null || isPersonsWord(memory)) return confidence;
  const days = time.daysSince(Math.max(lastUsedAt ?? 0, createdAt, updatedAt), files);
  return confidence * 0.5 ** (days / halfLifeDays);
}
