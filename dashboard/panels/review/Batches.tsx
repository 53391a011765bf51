import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import type { Batch } from './queue.ts';
import styles from './review.module.css';
import type { Verdicts } from './verdicts.ts';
import { reviewWords } from './words.ts';

interface BatchesProps {
  batches: readonly Batch[];
  verdicts: Verdicts;
  current: string | undefined;
  onChoose: (key: string) => void;
}

/** The sessions something was learnt in, and how much of each is left. */
export function Batches({ batches, verdicts, current, onChoose }: BatchesProps) {
  const say = useWords(reviewWords);
  const { ago } = useFormats();
  return (
    <ul className={styles.batches} aria-label={say('sessions.label')}>
      {batches.map((batch) => {
        const { key, session, task, items } = batch;
        const left = verdicts.left(batch).length;
        return (
          <li key={key}>
            <button
              type="button"
              aria-current={key === current || undefined}
              disabled={left === 0}
              onClick={() => onChoose(key)}
            >
              <b>{titleOf(batch) ?? say(key === 'waiting' ? 'tab.waiting' : 'session.none')}</b>
              <small>
                <span>{session ? `${session.client} · ${ago(session.endedAt)}` : (task ?? '')}</span>
                <span className="number">
                  {left === 0 ? say('session.done') : say('session.left', { n: left })}
                </span>
              </small>
              <i aria-hidden="true">
                <b style={{ width: `${(100 * (items.length - left)) / items.length}%` }} />
              </i>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** What a session was about. */
export const titleOf = ({ session, task }: Batch): string | undefined =>
  session?.title ?? task ?? session?.id;
