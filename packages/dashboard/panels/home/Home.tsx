import { Link } from 'wouter';
import { useChoice } from '../../app/projects.tsx';
import { useVerb } from '../../calls/verb.ts';
import { Decision } from '../../parts/Decision.tsx';
import { FirstRun } from '../../parts/FirstRun.tsx';
import { useFirstReading, useFirstRun } from '../../parts/first-run.ts';
import { Card, Page } from '../../parts/Page.tsx';
import { Loading, TroubleNote } from '../../parts/states.tsx';
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
  const { data, error, isPending, refetch } = useVerb('overview', {}, { keep: true });
  const { isReading } = useFirstReading();
  const first = useFirstRun((data?.empty ?? false) || isReading);
  if (isPending) return <Loading page />;
  if (error && !data) return <TroubleNote trouble={error} onAgain={refetch} page />;
  if (first.open) return <FirstRun onClose={first.close} />;
  return (
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
  );
}

const MAX_ITEMS = 5;

/** The decisions that matter most, to be made here. */
function Decide() {
  const { data, error, refetch } = useVerb('review', {}, { keep: true });
  const items = data?.waiting.slice(0, MAX_ITEMS) ?? [];
  const rest = (data ? data.total + data.proposals : 0) - items.length;
  return (
    <Card title="What should you decide?">
      {!data && !error && <Loading lines={3} />}
      {!data && error && <TroubleNote trouble={error} onAgain={refetch} />}
      {data && items.length + rest === 0 && (
        <p className={styles.answer}>
          <Icon name="check" /> Nothing needs a decision.
        </p>
      )}
      <ul className={styles.decisions}>
        {items.map((item) => (
          <Decision key={item.memory.id} item={item} />
        ))}
      </ul>
      {rest > 0 && <Link href="/review">{counted(rest, 'more decision', 'more decisions')}</Link>}
    </Card>
  );
}
