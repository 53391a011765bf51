import { plainWhy } from '../words/why.ts';
import styles from './memory.module.css';

interface WhyProps {
  why: readonly string[];
  text: string;
  /** What was asked or done. */
  question: string;
}

/** Why a memory was found or told: one reason; the figures of the ranking stand under Advanced. */
export function Why({ why, ...about }: WhyProps) {
  const { reason, figures } = plainWhy(why, about);
  return (
    <div className={styles.reason}>
      {reason}
      {figures.length > 0 && (
        <details>
          <summary>Advanced</summary>
          {figures.join(' · ')}
        </details>
      )}
    </div>
  );
}
