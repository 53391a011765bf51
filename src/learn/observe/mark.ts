import type { ObservedStep, SightingDetails } from './signal.ts';

/** What is kept of a step until the session is summed up. */
export interface Mark {
  id: string;
  at: number;
  episode: string | null;
  tainted: boolean;
  branch: string | null;
}

/** Keeps of a step what a sighting needs to know. */
export const markOf = ({ id, at, episode, tainted, branch }: ObservedStep): Mark => ({
  id,
  at,
  episode,
  tainted,
  branch,
});

/** A sighting shown by some steps, the last of which decides when and where. */
export function seenAt(
  marks: readonly [Mark, ...Mark[]],
  seen: Pick<SightingDetails, 'matter' | 'proof' | 'strength' | 'facts'> & { quote?: string | null },
): SightingDetails {
  const last = marks.at(-1)!;
  return {
    quote: null,
    ...seen,
    at: last.at,
    episode: last.episode,
    events: [...new Set(marks.map(({ id }) => id))].slice(-MAX_EVENTS),
    tainted: marks.some(({ tainted }) => tainted),
    branch: last.branch,
  };
}

const MAX_EVENTS = 5;
