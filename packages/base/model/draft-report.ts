import type { StepName } from './sighting.ts';

/** Where a draft comes from that was not seen in sessions. */
const ORIGINS = ['person', 'agent', 'rules', 'note', 'import'] as const;
export type Origin = (typeof ORIGINS)[number];

/** A draft that was told, and what the gate made of it. */
export interface DraftReport {
  /** The memory's where it became one; else made of its words, so that the same told twice is one. */
  id: string;
  at: number;
  origin: Origin;
  /** Its words; null where a memory has them. */
  text: string | null;
  /** Where it was dropped and why; null where it became, or reinforces, a memory. */
  step: StepName | null;
  reason: string | null;
  memory: string | null;
  /** The session in which an agent said it. */
  session: string | null;
}
