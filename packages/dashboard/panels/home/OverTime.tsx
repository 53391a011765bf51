import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Bars } from '../../parts/Bars.tsx';
import { short } from '../../words/times.ts';

type LifeStage = Output<'proof'>['life']['stages'][number];

const LINES = [
  { of: 'discoveryCalls', says: 'calls that read or search' },
  { of: 'repeatedFailures', says: 'failures seen before' },
] as const satisfies { of: keyof LifeStage; says: string }[];

/** How much agents look for, and what they run into again, from the first sessions of a project to the latest. */
export function OverTime({ stages }: { stages: readonly LifeStage[] }) {
  if (stages.length < 2) return null;
  return (
    <>
      <h3>Over time, per session</h3>
      {LINES.map(({ of, says }) => (
        <Bars
          key={of}
          label={says}
          rows={stages.map((stage) => ({
            name: `sessions ${stage.from}–${stage.to}`,
            value: stage[of],
            says: `${short(stage[of])} ${says}`,
          }))}
        />
      ))}
    </>
  );
}
