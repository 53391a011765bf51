import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useLong } from '../../calls/long.ts';
import { useVerb } from '../../calls/verb.ts';
import { CommandLine } from '../../parts/CommandLine.tsx';
import { LongBar } from '../../parts/LongBar.tsx';
import { Card } from '../../parts/Page.tsx';
import { Loading, TroubleNote } from '../../parts/states.tsx';
import { counted } from '../../words/say.ts';
import { ago, moment, number } from '../../words/times.ts';
import { PauseCard } from './PauseCard.tsx';
import { SetUp } from './SetUp.tsx';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

/** Which agents were found, who is heard, whether all of it is captured; and how they are set up. */
export function ClientsPart() {
  const sources = useVerb('sources', {});
  const overview = useVerb('overview', {});
  const { progress, result, trouble, run, stop } = useLong('ingest');
  const found = (sources.data?.sources ?? []).filter(({ logs, events }) => logs + events > 0);
  const stateOf = new Map(overview.data?.clients.map((one) => [one.client, one]));
  return (
    <>
      <Card title="Connected agents">
        <SetUp />
        <div className={styles.commands}>
          <CommandLine command="sqrl doctor" does="Check the installation:" />
          <CommandLine command="sqrl uninstall" does="Remove all changes:" />
        </div>
      </Card>
      <PauseCard />
      <Card
        side={
          !progress && (
            <Button variant="default" onClick={() => run({})}>
              Sync now
            </Button>
          )
        }
        title="Logs that are read"
      >
        {sources.isPending && <Loading lines={3} />}
        {sources.error && !sources.data && <TroubleNote trouble={sources.error} onAgain={sources.refetch} />}
        {progress && <LongBar label="Syncing…" progress={progress} stop={{ label: 'Stop', run: stop }} />}
        {result && (
          <p role="status">
            {`${counted(result.added, 'new event', 'new events')} in ${number(result.read)} logs.`}
          </p>
        )}
        {trouble && <TroubleNote trouble={trouble} />}
        <ul className={styles.rows}>
          {found.map((source) => (
            <ClientRow key={source.client} source={source} state={stateOf.get(source.client)} />
          ))}
        </ul>
      </Card>
    </>
  );
}

const BADGES = { working: 'good', behind: 'warn', failing: 'bad' };

interface ClientRowProps {
  source: Output<'sources'>['sources'][number];
  state: Output<'overview'>['clients'][number] | undefined;
}

function ClientRow({
  source: { client, logs, waiting, events, lastAt, lookedIn, troubles },
  state,
}: ClientRowProps) {
  const how = state?.state ?? (waiting > 0 ? 'behind' : 'working');
  const because = state?.because ?? troubles[0]?.because;
  return (
    <li>
      <div>
        <b>{client}</b>
        <span className="facts">
          <span>{counted(logs, 'log found', 'logs found')}</span>
          <span>{counted(events, 'event', 'events')}</span>
          <span title={lastAt === null ? undefined : moment(lastAt)}>
            {lastAt === null ? 'no events yet' : `last ${ago(lastAt)}`}
          </span>
          <span className="mono">{lookedIn[0]}</span>
        </span>
        {because && <small className={styles.because}>{because}</small>}
      </div>
      <span data-badge={BADGES[how]}>{settingsWords[`clients.${how}`]}</span>
    </li>
  );
}
