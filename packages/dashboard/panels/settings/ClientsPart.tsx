import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useChoice } from '../../app/projects.tsx';
import { useLong } from '../../calls/long.ts';
import { useDo, useVerb } from '../../calls/verb.ts';
import { PlainButton } from '../../parts/buttons.ts';
import { CommandLine } from '../../parts/CommandLine.tsx';
import { LongState } from '../../parts/LongBar.tsx';
import { Card } from '../../parts/Page.tsx';
import { Answered, TroubleNote } from '../../parts/states.tsx';
import { counted } from '../../words/say.ts';
import { ago, moment, number } from '../../words/times.ts';
import { SetUp } from './SetUp.tsx';

/** Which agents were found, who is heard, whether all of it is captured; and how they are set up. */
export function ClientsPart() {
  const sources = useVerb('sources', {});
  const overview = useVerb('overview', {});
  const reading = useLong('ingest');
  const { progress, result, run } = reading;
  const stateOf = new Map(overview.data?.clients.map((one) => [one.client, one]));
  return (
    <>
      <Card title="Connected agents">
        <SetUp />
        <div className="stack">
          <CommandLine command="sqrl doctor" does="Check the installation:" />
          <CommandLine command="sqrl uninstall" does="Remove all changes:" />
        </div>
      </Card>
      <PauseCard />
      <Card
        side={!progress && <PlainButton onClick={() => run({})}>Sync now</PlainButton>}
        title="Logs that are read"
      >
        <LongState of={reading} label="Syncing…" stop={reading.stop} />
        {result && (
          <p role="status">
            {`${counted(result.added, 'new event', 'new events')} in ${number(result.read)} logs.`}
          </p>
        )}
        <Answered of={sources} lines={3}>
          {({ sources: all }) => (
            <ul className="rows">
              {all
                .filter(({ logs, events }) => logs + events > 0)
                .map((source) => (
                  <ClientRow key={source.client} source={source} state={stateOf.get(source.client)} />
                ))}
            </ul>
          )}
        </Answered>
      </Card>
    </>
  );
}

const STATES = {
  working: ['good', 'Up to date'],
  behind: ['warn', 'Behind'],
  failing: ['bad', 'Cannot read logs'],
} as const;

interface ClientRowProps {
  source: Output<'sources'>['sources'][number];
  state: Output<'overview'>['clients'][number] | undefined;
}

function ClientRow({ source, state }: ClientRowProps) {
  const { client, logs, waiting, events, lastAt, lookedIn, troubles } = source;
  const [badge, how] = STATES[state?.state ?? (waiting > 0 ? 'behind' : 'working')];
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
        {because && <small data-tone="warn">{because}</small>}
      </div>
      <span data-badge={badge}>{how}</span>
    </li>
  );
}

/** Begins and ends a pause, in which agents get nothing and nothing is captured. */
function PauseCard() {
  const { project } = useChoice();
  const answer = useVerb('pause', {});
  const { mutate, isPending, error: refused } = useDo('pause');
  const paused = answer.data?.paused;
  return (
    <Card title="Pause">
      <Answered of={answer} lines={1}>
        {() => (
          <p role="status">
            {paused
              ? `Paused for ${paused.of === 'all' ? 'all projects' : 'this project'} until ${paused.until === null ? 'you resume it' : moment(paused.until)}.`
              : 'Not paused. During a pause agents get no memories, and nothing they do is captured, not even later.'}
          </p>
        )}
      </Answered>
      <div className="row">
        {paused ? (
          <Button loading={isPending} onClick={() => mutate({ set: 'resume' })}>
            Resume
          </Button>
        ) : (
          <>
            <PlainButton loading={isPending} onClick={() => mutate({ set: 'all', hours: 1 })}>
              Pause for an hour
            </PlainButton>
            <PlainButton loading={isPending} onClick={() => mutate({ set: 'all' })}>
              Pause all projects
            </PlainButton>
            {project && (
              <PlainButton loading={isPending} onClick={() => mutate({ set: 'project' })}>
                {`Pause ${project.name}`}
              </PlainButton>
            )}
          </>
        )}
      </div>
      {refused && <TroubleNote trouble={refused} />}
    </Card>
  );
}
