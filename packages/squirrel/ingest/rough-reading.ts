import type { LogReading } from '../store/events/readings.ts';
import { type RecordCounts, safeCounts } from './counts.ts';
import { isUsual, safeText } from './names.ts';

/** How far a log was read, where what was read of it still has its secrets. */
export interface RoughReading extends Omit<LogReading, 'state'> {
  /** JSON of what the reader must know to go on. */
  rough: string;
}

/** What must be known to go on with a log. */
export interface RoughReadingState extends ReaderState {
  intake?: unknown;
}

/** What of it is the reader's. */
export interface ReaderState {
  reader?: unknown;
  /** Where to go on within a line that has proved too long. */
  seen?: number | undefined;
}

/** Takes the secrets out of what is to be known to go on: calls that wait for their results stand there as they were written. */
export function finishReading({ rough, ...reading }: RoughReading, intake: unknown): LogReading {
  const { reader, seen } = JSON.parse(rough) as ReaderState;
  const state: RoughReadingState = { reader: redacted(reader), intake, seen };
  return {
    ...reading,
    counts: JSON.stringify(safeCounts(JSON.parse(reading.counts) as RecordCounts, safe)),
    state: JSON.stringify(state),
  };
}

function redacted(value: unknown): unknown {
  if (typeof value === 'string') return safe(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, redacted(each)]));
}

const safe = (text: string): string => (text.length < 8 || isUsual(text) ? text : safeText(text));
