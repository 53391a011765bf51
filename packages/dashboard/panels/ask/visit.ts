import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import type { CallScope } from '@sqrl/squirrel/protocol/wire.ts';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { call } from '../../calls/call.ts';
import type { CallError } from '../../calls/trouble.ts';
import { usePlace } from '../../calls/verb.ts';

/** A question of this visit, and what came of it. */
export interface VisitQuestion {
  number: number;
  question: string;
  compose: boolean;
  at: number;
  answer?: Output<'ask'>;
  trouble?: CallError;
}

/** What was asked in each place since the page was opened; it is there again for who goes away and comes back. */
const visit = new Map<string, readonly VisitQuestion[]>();
const NONE: readonly VisitQuestion[] = [];
const listeners = new Set<() => void>();
let number = 0;

interface AskVisit {
  /** The latest first. */
  asked: readonly VisitQuestion[];
  ask(question: string, compose: boolean): void;
  clear(): void;
}

/** The questions of this visit in the chosen place, and how to ask another. */
export function useVisit(): AskVisit {
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

async function answer(key: string, place: CallScope, question: string, compose: boolean): Promise<void> {
  const mine: VisitQuestion = { number: ++number, question, compose, at: Date.now() };
  set(key, [mine, ...(visit.get(key) ?? NONE)]);
  const settle = (came: Partial<VisitQuestion>) =>
    set(
      key,
      (visit.get(key) ?? NONE).map((one) => (one.number === mine.number ? { ...one, ...came } : one)),
    );
  try {
    settle({ answer: await call('ask', { question, compose }, { place }) });
  } catch (error) {
    settle({ trouble: error as CallError });
  }
}

function set(key: string, asked: readonly VisitQuestion[]): void {
  visit.set(key, asked);
  for (const tell of listeners) tell();
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}
