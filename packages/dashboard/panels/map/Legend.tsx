import styles from './map.module.css';
import { mapWords } from './words.ts';

/** What the colours mean. */
export function Legend({ impact }: { impact: boolean }) {
  const shown = impact
    ? (['self', 'one', 'two', 'three'] as const)
    : (['known', 'stale', 'unknown', 'on', 'by'] as const);
  return (
    <ul className={styles.legend} aria-label="Legend">
      {shown.map((name) => (
        <li key={name} data-mark={name}>
          {mapWords[`legend.${name}`]}
        </li>
      ))}
    </ul>
  );
}
