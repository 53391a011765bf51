import { useChoice } from '../../app/projects.tsx';
import { useVerb } from '../../calls/verb.ts';
import { FirstRun } from '../../parts/FirstRun.tsx';
import { useFirstReading, useFirstRun } from '../../parts/first-run.ts';
import { Loading } from '../../parts/Loading.tsx';
import { Page } from '../../parts/Page.tsx';
import { NewSpaces } from '../../parts/TeamBrief.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { Connected } from './Connected.tsx';
import { Decide } from './Decide.tsx';
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
      <div className={styles.halves}>
        <Connected overview={data} />
        <Helped overview={data} />
      </div>
      <NewSpaces />
      <Decide />
      <Lately />
    </Page>
  );
}
