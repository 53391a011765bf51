import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { useChoice } from '../../app/projects.tsx';
import { useVerb } from '../../calls/verb.ts';
import { Bars } from '../../parts/Bars.tsx';
import { Decision } from '../../parts/Decision.tsx';
import { FirstRun } from '../../parts/FirstRun.tsx';
import { useFirstReading, useFirstRun } from '../../parts/first-run.ts';
import { Card, Page } from '../../parts/Page.tsx';
import { Answered } from '../../parts/states.tsx';
import { NewSpaces } from '../../parts/TeamBrief.tsx';
import { Icon } from '../../theme/icons.tsx';
import { counted } from '../../words/say.ts';
import { percent } from '../../words/times.ts';
import { Connected } from './Connected.tsx';
import { Helped } from './Helped.tsx';
import styles from './home.module.css';
import { Lately } from './Lately.tsx';

/** Is it working, did it help, what should a person decide, and what happened lately. */
export default function Home() {
  const { project } = useChoice();
  const answer = useVerb('overview', {}, { keep: true });
  const { isReading } = useFirstReading();
  const first = useFirstRun((answer.data?.empty ?? false) || isReading);
  return (
    <Answered of={answer} page>
      {(data) =>
        first.open ? (
          <FirstRun onClose={first.close} />
        ) : (
          <Page title={project?.name ?? 'All projects'}>
            <div className="halves">
              <Connected overview={data} />
              <Helped overview={data} />
            </div>
            <NewSpaces />
            <Decide />
            <Coverage health={data.health} />
            <Lately />
          </Page>
        )
      }
    </Answered>
  );
}

const MAX_ITEMS = 5;

/** The decisions that matter most, to be made here. */
function Decide() {
  return (
    <Card title="What should you decide?">
      <Answered of={useVerb('review', {}, { keep: true })} lines={3}>
        {({ waiting, total, proposals }) => {
          const items = waiting.slice(0, MAX_ITEMS);
          const rest = total + proposals - items.length;
          return (
            <>
              {items.length + rest === 0 && (
                <p className={`line ${styles.answer}`} data-good>
                  <Icon name="check" /> Nothing needs a decision.
                </p>
              )}
              <ul>
                {items.map((item) => (
                  <Decision key={item.memory.id} item={item} />
                ))}
              </ul>
              {rest > 0 && <Link href="/review">{counted(rest, 'more decision', 'more decisions')}</Link>}
            </>
          );
        }}
      </Answered>
    </Card>
  );
}

/** How good the memory is, as a number with what it is made of, and which parts of the code it is about. */
function Coverage({ health }: { health: Output<'overview'>['health'] }) {
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
