import { Progress as Bar } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { Card } from '../../parts/Page.tsx';
import { counted } from '../../words/say.ts';
import { percent } from '../../words/times.ts';
import styles from './home.module.css';

/** How good the memory is, as a number with what it is made of, and which parts of the code it is about. */
export function Coverage({ health }: { health: Output<'overview'>['health'] }) {
  const { score, fresh, decided, covered, parts } = health;
  if (score === null) return null;
  const shares = [
    `${percent(fresh)} of memories still match the code`,
    `${percent(decided)} need no decision`,
    ...(covered === null ? [] : [`${percent(covered)} of changed files lie in a part with memories`]),
  ];
  return (
    <Card title="How good is it?">
      <p className={styles.helped}>{`Health ${score} of 100: ${shares.join(', ')}.`}</p>
      <ul className={styles.bars}>
        {parts.map(({ folder, changed, covered: known, memories }) => (
          <li key={folder}>
            <Link href="/map">{folder === '' ? 'top folder' : folder}</Link>
            <Bar value={(100 * known) / changed} aria-label={`Coverage of ${folder}`} />
            <small>
              {`${known} of ${counted(changed, 'changed file', 'changed files')}, ${counted(memories, 'memory', 'memories')}`}
            </small>
          </li>
        ))}
      </ul>
    </Card>
  );
}
