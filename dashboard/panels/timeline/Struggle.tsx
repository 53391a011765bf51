import type { Output } from '../../../src/protocol/verbs.ts';
import { useWords } from '../../words/say.ts';
import { levelOf } from './struggle.ts';
import styles from './timeline.module.css';
import { timelineWords } from './words.ts';

type SessionStruggle = Output<'timeline'>['sessions'][number]['struggle'];

/** How hard it was, in a word, and what that is made of. */
export function Struggle({
  struggle: { score, errors, retryLoops, frustration },
}: {
  struggle: SessionStruggle;
}) {
  const say = useWords(timelineWords);
  const level = levelOf(score);
  const made = [
    ...(errors > 0 ? [say('errors', { n: errors })] : []),
    ...(retryLoops > 0 ? [say('retries', { n: retryLoops })] : []),
    ...(frustration === 'none' ? [] : [say(`frustration.${frustration}`)]),
  ];
  return (
    <span className={styles.struggle} data-level={level}>
      <b>{say(`level.${level}`)}</b>
      {made.length > 0 && <span>{made.join(' · ')}</span>}
    </span>
  );
}
