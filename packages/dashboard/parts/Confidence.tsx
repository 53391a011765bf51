import { percent } from '../words/times.ts';
import styles from './memory.module.css';

/** How sure a memory is, as a short bar with its number. */
export function Confidence({ value }: { value: number }) {
  return (
    <span className={styles.confidence} title={`Confidence ${percent(value)}`}>
      <i aria-hidden="true">
        <b style={{ width: `${Math.round(value * 100)}%` }} />
      </i>
      <span className="number">{percent(value)}</span>
    </span>
  );
}
