import { Progress as Bar, Button } from '@mantine/core';
import type { CallProgress } from '../calls/long.ts';
import { percent } from '../words/times.ts';
import styles from './long-bar.module.css';

interface LongBarProps {
  label: string;
  progress: CallProgress;
  /** Ends it early, where that is possible. */
  stop?: { label: string; run: () => void };
}

/** How far long work has come. */
export function LongBar({ label, progress: { done, total, what }, stop }: LongBarProps) {
  return (
    <div className={styles.bar} role="status" aria-live="off">
      <Bar aria-label={label} value={total > 0 ? (100 * done) / total : 100} animated={total === 0} />
      <div>
        <span>{what ? what : label}</span>
        {total > 0 && <span className="number">{percent(done / total)}</span>}
        {stop && (
          <Button variant="default" size="compact-xs" onClick={stop.run}>
            {stop.label}
          </Button>
        )}
      </div>
    </div>
  );
}
