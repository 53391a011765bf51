import { Progress as Bar } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { short } from '../../words/times.ts';
import styles from './home.module.css';

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
      {LINES.map(({ of, says }) => {
        const most = Math.max(...stages.map((stage) => stage[of]), 0.1);
        return (
          <ul className={styles.bars} key={of} aria-label={says}>
            {stages.map((stage) => (
              <li key={stage.from}>
                <span>{`sessions ${stage.from}–${stage.to}`}</span>
                <Bar
                  value={(100 * stage[of]) / most}
                  aria-label={`${says}, sessions ${stage.from} to ${stage.to}`}
                />
                <small>{`${short(stage[of])} ${says}`}</small>
              </li>
            ))}
          </ul>
        );
      })}
    </>
  );
}
