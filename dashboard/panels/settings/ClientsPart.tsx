import { Button } from '@mantine/core';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useLong } from '../../calls/long.ts';
import { useVerb } from '../../calls/verb.ts';
import { CommandLine } from '../../parts/CommandLine.tsx';
import { Loading } from '../../parts/Loading.tsx';
import { LongBar } from '../../parts/LongBar.tsx';
import { Card } from '../../parts/Page.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import { PauseCard } from './PauseCard.tsx';
import { SetUp } from './SetUp.tsx';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

/** Which agents were found, who is heard, whether all of it is captured; and how they are set up. */
export function ClientsPart() {
  const say = useWords(settingsWords);
  const sources = useVerb('sources', {});
  const overview = useVerb('overview', {});
  const { progress, result, trouble, run, stop } = useLong('ingest');
  const found = (sources.data?.sources ?? []).filter(({ logs, events }) => logs + events > 0);
  const stateOf = new Map(overview.data?.clients.map((one) => [one.client, one]));
  return (
    <>
      <Card title={say('hooks.title')}>
        <SetUp />
        <div className={styles.commands}>
          <CommandLine command="sqrl doctor" does={say('hooks.doctor')} />
          <CommandLine command="sqrl uninstall" does={say('hooks.uninstall')} />
        </div>
      </Card>
      <PauseCard />
      <Card
        side={
          !progress && (
            <Button variant="default" onClick={() => run({})}>
              {say('clients.read')}
            </Button>
          )
        }
        title={say('clients.title')}
      >
        {sources.isPending && <Loading lines={3} />}
        {sources.error && !sources.data && <TroubleNote trouble={sources.error} onAgain={sources.refetch} />}
        {progress && (
          <LongBar
            label={say('clients.reading')}
            progress={progress}
            stop={{ label: say('stop'), run: stop }}
          />
        )}
        {result && <p role="status">{say('clients.didRead', { n: result.added, logs: result.read })}</p>}
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

interface ClientRowProps {
  source: Output<'sources'>['sources'][number];
  state: Output<'overview'>['clients'][number] | undefined;
}

function ClientRow({
  source: { client, logs, waiting, events, lastAt, lookedIn, troubles },
  state,
}: ClientRowProps) {
  const say = useWords(settingsWords);
  const told = useMessage();
  const { ago, moment } = useFormats();
  const how = state?.state ?? (waiting > 0 ? 'behind' : 'working');
  const because = state?.because ?? troubles[0]?.because;
  return (
    <li>
      <div>
        <b>{client}</b>
        <span className={styles.facts}>
          <span>{say('clients.logs', { n: logs })}</span>
          <span>{say('clients.events', { n: events })}</span>
          <span title={lastAt === null ? undefined : moment(lastAt)}>
            {lastAt === null ? say('clients.never') : say('clients.last', { ago: ago(lastAt) })}
          </span>
          <span className="mono">{lookedIn[0]}</span>
        </span>
        {because && <small className={styles.because}>{told(because)}</small>}
      </div>
      <span className={styles.state} data-state={how}>
        {say(`clients.${how}`)}
      </span>
    </li>
  );
}
