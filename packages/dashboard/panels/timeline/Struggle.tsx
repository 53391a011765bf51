import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { counted } from '../../words/say.ts';
import styles from './timeline.module.css';
import { timelineWords } from './words.ts';

type SessionStruggle = Output<'timeline'>['sessions'][number]['struggle'];

/** How hard it was, in a word, and what that is made of. */
export function Struggle({
  struggle: { score, errors, retryLoops, frustration },
}: {
  struggle: SessionStruggle;
}) {
  const level = levelOf(score);
  const made = [
    ...(errors > 0 ? [counted(errors, 'error', 'errors')] : []),
    ...(retryLoops > 0 ? [counted(retryLoops, 'retry', 'retries')] : []),
    ...(frustration === 'none' ? [] : [timelineWords[`frustration.${frustration}`]]),
  ];
  return (
    <span className={styles.struggle}>
      <b data-badge={BADGES[level]}>{timelineWords[`level.${level}`]}</b>
      {made.length > 0 && <span>{made.join(' · ')}</span>}
    </span>
  );
}

const BADGES = { calm: 'good', some: 'off', hard: 'warn', very: 'bad' };

/** How hard something was, in four steps. */
const levelOf = (score: number): 'calm' | 'some' | 'hard' | 'very' =>
  score < 0.05 ? 'calm' : score < 0.4 ? 'some' : score < 0.7 ? 'hard' : 'very';
