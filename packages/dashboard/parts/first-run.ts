import { useState } from 'react';
import { useChoice } from '../app/projects.tsx';
import { useVerb } from '../calls/verb.ts';
import { useConnection } from '../live/LiveProvider.tsx';

/** The daemon's jobs that lead from logs to memories. */
const WORK: readonly string[] = ['follow logs', 'learn'];

/** The work that leads from logs to memories, while nothing is known yet: until it is done, nothing can be said about what there is. */
export function useFirstReading(): { isReading: boolean; done: number; total: number; label: string } {
  const { all } = useChoice();
  const { jobs } = useConnection();
  const { data } = useVerb('overview', {}, { keep: true });
  const memories = all.projects.reduce((sum, { counts }) => sum + (counts?.memories ?? 0), all.user.memories);
  const running = jobs.find(({ name, state }) => WORK.includes(name) && state === 'running');
  const isNext = jobs.some(({ name, state }) => name === 'learn' && state === 'waiting');
  const isReading = memories === 0 && (running !== undefined || isNext || (data?.isLearning ?? false));
  const label = running?.name === 'follow logs' ? 'Reading logs…' : 'Learning from sessions…';
  return { isReading, done: running?.done ?? 0, total: running?.total ?? 0, label };
}

/** Whether this is the first visit; it stays so until the person has seen what was learned, however soon something is. */
export function useFirstRun(isEmpty: boolean): { open: boolean; close: () => void } {
  const [seen, setSeen] = useState<'nothing yet' | 'open' | 'closed'>('nothing yet');
  if (isEmpty && seen === 'nothing yet') setSeen('open');
  return { open: isEmpty || seen === 'open', close: () => setSeen('closed') };
}
