import { type Message, message } from '../base/messages.ts';
/** One part of the health score. */
export interface HealthPart {
  name: 'used' | 'reviewed' | 'fresh' | 'covered' | 'captured';
  weight: number;
  value: number | null;
  good: number;
  of: number;
  how: Message;
}

/** What a memory's health is made of, and how much each counts of a hundred. */
const PARTS = {
  used: 25,
  reviewed: 20,
  fresh: 20,
  covered: 15,
  captured: 20,
} as const satisfies Record<HealthPart['name'], number>;

/** The score of the parts that can be measured, each by its weight; null where none can. */
export function healthOf(counts: Record<HealthPart['name'], { good: number; of: number }>): {
  score: number | null;
  parts: HealthPart[];
} {
  const parts = (Object.keys(PARTS) as HealthPart['name'][]).map((name): HealthPart => {
    const { good, of } = counts[name];
    const how = message(`health.${name}`);
    return { name, weight: PARTS[name], value: of === 0 ? null : good / of, good, of, how };
  });
  const measured = parts.filter(({ value }) => value !== null);
  const weights = measured.reduce((sum, { weight }) => sum + weight, 0);
  const points = measured.reduce((sum, { weight, value }) => sum + weight * value!, 0);
  return { score: weights === 0 ? null : Math.round((100 * points) / weights), parts };
}
