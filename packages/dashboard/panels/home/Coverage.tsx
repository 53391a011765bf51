import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { Bars } from '../../parts/Bars.tsx';
import { Card } from '../../parts/Page.tsx';
import { counted } from '../../words/say.ts';
import { percent } from '../../words/times.ts';

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
      <p>{`Health ${score} of 100: ${shares.join(', ')}.`}</p>
      <Bars
        label="Coverage"
        whole={1}
        rows={parts.map(({ folder, changed, covered: known, memories }) => ({
          name: folder,
          label: <Link href="/map">{folder === '' ? 'top folder' : folder}</Link>,
          value: known / changed,
          says: `${known} of ${counted(changed, 'changed file', 'changed files')}, ${counted(memories, 'memory', 'memories')}`,
        }))}
      />
    </Card>
  );
}
