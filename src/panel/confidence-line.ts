import { type Message, message, stepMessage } from '../base/messages.ts';
import type { MemoryEvent } from '../store/memory/steps.ts';
import type { PanelMemory } from './card.ts';

/** A point of a line over time. */
export interface Point {
  at: number;
  value: number;
  because: Message;
}

/** What is known of a memory's confidence: what each step left it at, and what it has faded to by now. */
export function confidenceLine(
  { createdAt, confidence, confidenceNow, lastUsedAt }: PanelMemory,
  { steps, now }: { steps: readonly Omit<MemoryEvent, 'memory'>[]; now: number },
): Point[] {
  const known = steps.flatMap(({ at, confidence: value, did }): Point[] =>
    value === null ? [] : [{ at, value, because: stepMessage(did) }],
  );
  const first: Point[] =
    known.length > 0 ? [] : [{ at: createdAt, value: confidence, because: message('confidence.remembered') }];
  const used: Point[] =
    lastUsedAt !== null && confidenceNow < confidence
      ? [{ at: Math.max(lastUsedAt, createdAt), value: confidence, because: message('confidence.lastUsed') }]
      : [];
  const because = message(confidenceNow < confidence ? 'confidence.decayed' : 'confidence.now');
  return [
    ...[...first, ...known, ...used].sort((a, b) => a.at - b.at),
    { at: now, value: confidenceNow, because },
  ];
}
