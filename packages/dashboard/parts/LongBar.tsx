import { Progress as Bar } from '@mantine/core';
import type { Verb } from '@sqrl/squirrel/protocol/verbs.ts';
import type { CallProgress, LongCall } from '../calls/long.ts';
import { percent } from '../words/times.ts';
import { RowButton } from './buttons.ts';
import { TroubleNote } from './states.tsx';

interface LongBarProps {
  label: string;
  progress: CallProgress;
  /** Ends it early, where that is possible. */
  stop?: (() => void) | undefined;
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

interface LongStateProps {
  of: Pick<LongCall<Verb>, 'progress' | 'trouble'>;
  label: string;
  stop?: () => void;
}

/** How far long work has come, or why it failed; nothing where it is not under way. */
export const LongState = ({ of: { progress, trouble }, label, stop }: LongStateProps) => (
  <>
    {progress && <LongBar label={label} progress={progress} stop={stop} />}
    {trouble && <TroubleNote trouble={trouble} />}
  </>
);
