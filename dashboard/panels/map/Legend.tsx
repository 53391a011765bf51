import { useWords } from '../../words/say.ts';
import styles from './map.module.css';
import { mapWords } from './words.ts';

/** What the colours mean. */
export function Legend({ impact }: { impact: boolean }) {
  const say = useWords(mapWords);
  const shown = impact
    ? (['self', 'one', 'two', 'three'] as const)
    : (['known', 'stale', 'unknown', 'on', 'by'] as const);
  return (
    <ul className={styles.legend} aria-label={say('legend.label')}>
      {shown.map((name) => (
        <li key={name} data-mark={name}>
          {say(`legend.${name}`)}
        </li>
      ))}
    </ul>
  );
}
