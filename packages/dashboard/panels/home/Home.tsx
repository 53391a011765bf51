import { Link } from 'wouter';
import { useChoice } from '../../app/projects.tsx';
import { useVerb } from '../../calls/verb.ts';
import { Decision } from '../../parts/Decision.tsx';
import { FirstRun } from '../../parts/FirstRun.tsx';
import { useFirstReading, useFirstRun } from '../../parts/first-run.ts';
import { Card, Page } from '../../parts/Page.tsx';
import { Answered } from '../../parts/states.tsx';
import { NewSpaces } from '../../parts/TeamBrief.tsx';
import { Icon } from '../../theme/icons.tsx';
import { counted } from '../../words/say.ts';
import { Connected } from './Connected.tsx';
import { Coverage } from './Coverage.tsx';
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
                <p className={styles.answer} data-good>
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
