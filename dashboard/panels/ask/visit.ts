import { useCallback, useRef, useSyncExternalStore } from 'react';
import type { Output } from '../../../src/protocol/verbs.ts';
import type { Place } from '../../../src/protocol/wire.ts';
import { call } from '../../calls/call.ts';
import { usePlace } from '../../calls/place.ts';
import type { Trouble } from '../../calls/trouble.ts';

/** A question of this visit, and what came of it. */
export interface Asked {
  number: number;
  question: string;
  compose: boolean;
  at: number;
  answer?: Output<'ask'>;
  trouble?: Trouble;
}

/** What was asked in each place since the page was opened; it is there again for who goes away and comes back. */
const visit = new Map<string, readonly Asked[]>();
const NONE: readonly Asked[] = [];
const listeners = new Set<() => void>();
let number = 0;

interface Visit {
  /** The latest first. */
  asked: readonly Asked[];
  ask(question: string, compose: boolean): void;
  clear(): void;
}

/** The questions of this visit in the chosen place, and how to ask another. */
export function useVisit(): Visit {
  const place = usePlace();
  const key = JSON.stringify(place);
  const asked = useSyncExternalStore(listen, () => visit.get(key) ?? NONE);
  const at = useRef(place);
  at.current = place;
  const ask = useCallback(
    (question: string, compose: boolean) => void answer(key, at.current, question, compose),
    [key],
  );
  const clear = useCallback(() => set(key, NONE), [key]);
  return { asked, ask, clear };
}

async function answer(key: string, place: Place, question: string, compose: boolean): Promise<void> {
  const mine: Asked = { number: ++number, question, compose, at: Date.now() };
  set(key, [mine, ...(visit.get(key) ?? NONE)]);
  const settle = (came: Partial<Asked>) =>
    set(
      key,
      (visit.get(key) ?? NONE).map((one) => (one.number === mine.number ? { ...one, ...came } : one)),
    );
  try {
    settle({ answer: await call('ask', { question, compose }, { place }) });
  } catch (error) {
    settle({ trouble: error as Trouble });
  }
}

function set(key: string, asked: readonly Asked[]): void {
  visit.set(key, asked);
  for (const tell of listeners) tell();
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}
