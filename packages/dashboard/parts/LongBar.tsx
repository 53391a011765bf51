import { Progress as Bar } from '@mantine/core';
import type { CallProgress } from '../calls/long.ts';
import { percent } from '../words/times.ts';
import { RowButton } from './buttons.ts';

interface LongBarProps {
  label: string;
  progress: CallProgress;
  /** Ends it early, where that is possible. */
  stop?: () => void;
}

/** How far long work has come. */
export function LongBar({ label, progress: { done, total, what }, stop }: LongBarProps) {
  return (
    <div className="stack" role="status" aria-live="off">
      <Bar aria-label={label} value={total > 0 ? (100 * done) / total : 100} animated={total === 0} />
      <div className="row fine quiet">
        <span className="cut">{what ? what : label}</span>
        {total > 0 && <span className="number">{percent(done / total)}</span>}
        {stop && <RowButton onClick={stop}>Stop</RowButton>}
      </div>
    </div>
  );
}
