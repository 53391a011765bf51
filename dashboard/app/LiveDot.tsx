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
        ? say('live.working', { what: nameOf(job.name), done: job.done, total: job.total })
        : say('live.busy', { what: nameOf(job.name) })
      : state === 'gone' || state === 'locked'
        ? say('live.reconnecting')
        : say(`live.${state}`);
  return (
    <div className={styles.live} data-state={shown} role="status" aria-live="off">
      <i aria-hidden="true" />
      <span title={text}>{text}</span>
    </div>
  );

  /** A newer daemon may have jobs that this page does not know. */
  function nameOf(name: string): string {
    const key = `job.${name}`;
    return isWord(key) ? say(key) : name;
  }
}

const isWord = (key: string): key is keyof typeof shellWords.en => Object.hasOwn(shellWords.en, key);
