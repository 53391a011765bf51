/** One part of the health score. */
export interface HealthPart {
  name: 'used' | 'reviewed' | 'fresh' | 'covered' | 'captured';
  weight: number;
  value: number | null;
  good: number;
  of: number;
  how: string;
}

/** What a memory's health is made of, and how much each counts of a hundred. */
const PARTS = {
  used: [
    25,
    'Of the memories that an agent was told in the last 30 days when they applied, the share that was heeded.',
  ],
  reviewed: [20, 'The share of memories that wait for no review.'],
  fresh: [
    20,
    'Of the memories that are tied to code, the share whose code is as it was when they were seen right.',
  ],
  covered: [15, 'The share of the parts of the code of which something is remembered.'],
  captured: [20, 'Of the clients whose logs were ever read, the share that is still read to the end.'],
} as const satisfies Record<HealthPart['name'], readonly [number, string]>;

/** The score of the parts that can be measured, each by its weight; null where none can. */
export function healthOf(counts: Record<HealthPart['name'], { good: number; of: number }>): {
  score: number | null;
  parts: HealthPart[];
} {
  const parts = (Object.keys(PARTS) as HealthPart['name'][]).map((name): HealthPart => {
    const { good, of } = counts[name];
    const [weight, how] = PARTS[name];
    return { name, weight, value: of === 0 ? null : good / of, good, of, how };
  });
  const measured = parts.filter(({ value }) => value !== null);
  const weights = measured.reduce((sum, { weight }) => sum + weight, 0);
  const points = measured.reduce((sum, { weight, value }) => sum + weight * value!, 0);
  return { score: weights === 0 ? null : Math.round((100 * points) / weights), parts };
}
