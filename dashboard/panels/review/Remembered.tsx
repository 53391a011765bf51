import { Link } from 'wouter';
import { TypePill } from '../../parts/TypePill.tsx';
import { useWords } from '../../words/say.ts';
import type { Batch } from './queue.ts';
import styles from './review.module.css';
import { reviewWords } from './words.ts';

/** What the session already knew, and whether it made use of it. */
export function Remembered({ remembered, title }: Pick<Batch, 'remembered'> & { title: string | undefined }) {
  const say = useWords(reviewWords);
  if (remembered.length === 0) return null;
  return (
    <section className={styles.remembered} aria-label={title}>
      <h2>{say('remembered')}</h2>
      <ul>
        {remembered.map(({ id, type, text, used, failure }) => (
          <li key={id}>
            <TypePill type={type} />
            <Link href={`/memories?m=${id}`}>{text}</Link>
            <small data-tone={failure?.startsWith('came') ? 'bad' : used ? 'good' : undefined}>
              {say(used ? 'remembered.used' : 'remembered.unused')}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}
