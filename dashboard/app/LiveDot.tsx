import { useConnection } from '../live/LiveProvider.tsx';
import { useWords } from '../words/say.ts';
import { shellWords } from '../words/shell.ts';
import styles from './shell.module.css';

/** A dot for how the page stands with the daemon, and what the daemon works at just now. */
export function LiveDot() {
  const say = useWords(shellWords);
  const { state, jobs } = useConnection();
  const job = jobs.find(({ state: how }) => how === 'running');
  const shown = state === 'locked' ? 'gone' : state;
  const text =
    state === 'live' && job
      ? job.total > 0
        ? say('live.working', { what: job.name, done: job.done, total: job.total })
        : say('live.busy', { what: job.note ?? job.name })
      : state === 'gone' || state === 'locked'
        ? say('live.reconnecting')
        : say(`live.${state}`);
  return (
    <div className={styles.live} data-state={shown} role="status" aria-live="off">
      <i aria-hidden="true" />
      <span title={text}>{text}</span>
    </div>
  );
}
