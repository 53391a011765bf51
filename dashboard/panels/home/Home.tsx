import { useState } from 'react';
import { useChoice } from '../../app/projects.tsx';
import { useVerb } from '../../calls/verb.ts';
import { FirstRun } from '../../parts/FirstRun.tsx';
import { useFirstRun } from '../../parts/first-run.ts';
import { Loading } from '../../parts/Loading.tsx';
import { Page } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useWords } from '../../words/say.ts';
import { Activity } from './Activity.tsx';
import { Attention } from './Attention.tsx';
import { Clients } from './Clients.tsx';
import { Coverage } from './Coverage.tsx';
import { Health } from './Health.tsx';
import styles from './home.module.css';
import { Totals } from './Totals.tsx';
import { Week } from './Week.tsx';
import { homeWords } from './words.ts';

/** What Squirrel knows, whether it helps, and what needs a person, at a glance. */
export default function Home() {
  const say = useWords(homeWords);
  const { project } = useChoice();
  const [days, setDays] = useState(30);
  const { data, error, isPending, refetch } = useVerb('overview', { days }, { keep: true });
  const first = useFirstRun(data?.empty ?? false);
  if (isPending) return <Loading page />;
  if (error && !data) return <TroubleNote trouble={error} onAgain={refetch} page />;
  if (first.open) return <FirstRun onClose={first.close} />;
  return (
    <Page
      title={project?.name ?? say('everywhere')}
      side={
        <span className={styles.trust}>{say('trust.line', { level: say(`level.${data.trust.level}`) })}</span>
      }
    >
      <div className={styles.top}>
        <Health health={data.health} />
        <Totals totals={data.totals} />
      </div>
      <div className={styles.halves}>
        <Week week={data.week} />
        <Attention attention={data.attention} />
      </div>
      <Activity activity={data.activity} days={days} onDays={setDays} />
      <div className={styles.halves}>
        <Clients clients={data.clients} />
        <Coverage coverage={data.coverage} />
      </div>
    </Page>
  );
}
