import { useEffect, useState } from 'react';
import styles from './states.module.css';

/** Says that something is on its way, but only to those who have waited a moment. */
export function Loading({ page = false, lines = 4 }: { page?: boolean; lines?: number }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 180);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={page ? styles.page : styles.lines} role="status" aria-busy="true">
      <span className="unseen">Loading…</span>
      {late &&
        Array.from({ length: lines }, (_, i) => `line ${i}`).map((line) => (
          <div key={line} className={styles.bone} aria-hidden="true" />
        ))}
    </div>
  );
}
