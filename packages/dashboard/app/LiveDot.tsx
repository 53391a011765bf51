import { useConnection } from '../live/LiveProvider.tsx';
import { shellWords } from '../words/shell.ts';
import { number } from '../words/times.ts';
import styles from './shell.module.css';

/** A dot for how the page stands with the daemon, and what the daemon works at just now. */
export function LiveDot() {
  const { state, jobs } = useConnection();
  const job = jobs.find(({ state: how }) => how === 'running');
  const shown = state === 'locked' ? 'gone' : state;
  const text =
    state === 'live' && job
      ? job.total > 0
        ? `${nameOf(job.name)}: ${number(job.done)} of ${number(job.total)}`
        : `${nameOf(job.name)}…`
      : state === 'gone' || state === 'locked'
        ? 'Reconnecting…'
        : shellWords[`live.${state}`];
  return (
    <div className={styles.live} data-state={shown} role="status" aria-live="off">
      <i aria-hidden="true" />
      <span title={text}>{text}</span>
    </div>
  );
}

/** What the daemon works at, by the names of its jobs. */
const JOBS: Readonly<Record<string, string>> = {
  learn: 'learning from sessions',
  notes: 'reading your notes',
  embed: 'embedding memories',
  'embed passages': 'embedding conversations',
  copy: 'copying',
  'follow logs': 'reading logs',
  'follow code': 'indexing code',
};

const nameOf = (job: string): string => JOBS[job] ?? job;
