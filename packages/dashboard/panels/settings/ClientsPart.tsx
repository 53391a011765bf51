import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { useChoice } from '../../app/projects.tsx';
import { useDo, useLong, useVerb } from '../../calls/verb.ts';
import { CommandLine, PlainButton } from '../../parts/controls.tsx';
import { Answered, Card, Dialog, Diff, Loading, LongState, Row, TroubleNote } from '../../parts/page.tsx';
import { ago, counted, moment, number } from '../../words/say.ts';

export function ClientsPart() {
  const sources = useVerb('sources', {});
  const overview = useVerb('overview', {});
  const reading = useLong('ingest');
  const { progress, result, run } = reading;
  const stateOf = new Map(overview.data?.clients.map((one) => [one.client, one]));
  return (
    <>
      <Card title="Connected agents">
        <Answered of={useVerb('setup', {})} lines={2}>
          {(data) => <ClientList data={data} />}
        </Answered>
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
          <p role="status">{`${counted(result.added, 'new event', 'new events')} in ${number(result.read)} logs.`}</p>
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

type Source = Output<'sources'>['sources'][number];
type Overview = Output<'overview'>;

const STATES = {
  working: ['good', 'Up to date'],
  behind: ['warn', 'Behind'],
  failing: ['bad', 'Cannot read logs'],
} as const;

function ClientRow({ source, state }: { source: Source; state: Overview['clients'][number] | undefined }) {
  const { client, logs, waiting, events, lastAt, lookedIn, troubles } = source;
  const [badge, how] = STATES[state?.state ?? (waiting > 0 ? 'behind' : 'working')];
  const because = state?.because ?? troubles[0]?.because;
  return (
    <Row
      name={client}
      facts={[
        counted(logs, 'log found'),
        counted(events, 'event'),
        lastAt === null ? 'no events yet' : `last ${ago(lastAt)}`,
        <span key="folder" className="mono">
          {lookedIn[0]}
        </span>,
      ]}
      note={because && <span data-tone="warn">{because}</span>}
    >
      <span data-badge={badge}>{how}</span>
    </Row>
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

type SetupOutput = Output<'setup'>;
type AvailableClient = SetupOutput['available'][number];

function ClientList({ data }: { data: SetupOutput }) {
  const [asked, ask] = useState<AvailableClient>();
  const filesOf = new Map(data.clients.map(({ client, files }) => [client, files]));
  const found = data.available.filter(({ client, found }) => found !== null || filesOf.has(client));
  const missing = data.available.filter((one) => !found.includes(one));
  const row = (one: AvailableClient) => {
    const files = filesOf.get(one.client);
    const changes = files?.map(({ path, what, stands }) => (
      <span key={`${path} ${what}`} title={path}>
        {stands ? what : `${what} (missing)`}
      </span>
    ));
    return (
      <Row key={one.client} name={one.title} facts={changes ?? [one.found]}>
        {files?.every(({ stands }) => stands) ? (
          <span data-badge="good">Connected</span>
        ) : (
          <PlainButton aria-label={`Connect: ${one.title}`} onClick={() => ask(one)}>
            {files ? 'Repair' : 'Connect'}
          </PlainButton>
        )}
      </Row>
    );
  };
  return (
    <>
      <p>
        {data.at === null || data.clients.length === 0
          ? 'Squirrel is not set up in any agent yet.'
          : `Set up ${ago(data.at)}. Added to the agents’ files, checked just now:`}
      </p>
      <ul className="rows" aria-label="Changes to the agents’ files">
        {found.map(row)}
      </ul>
      {missing.length > 0 && (
        <details>
          <summary>{counted(missing.length, 'client was not found', 'clients were not found')}</summary>
          <ul className="rows">{missing.map(row)}</ul>
        </details>
      )}
      {asked && <ConnectDialog of={asked} onClose={() => ask(undefined)} />}
    </>
  );
}

/** Shows each line that setting up a client would write, as `sqrl init` does, and writes it on request. */
function ConnectDialog({ of: { client, title }, onClose }: { of: AvailableClient; onClose: () => void }) {
  const { data, error, refetch } = useVerb('connect', { client, dryRun: true });
  const { mutate, isPending, data: done, error: refused } = useDo('connect');
  const plan = done ?? data;
  const mayWrite = !done && data?.files.some((file) => file.refused === null);
  return (
    <Dialog
      onClose={onClose}
      title={`Connect ${title}`}
      size="xl"
      cancel={done ? 'Close' : 'Cancel'}
      actions={
        mayWrite && (
          <Button loading={isPending} onClick={() => mutate({ client, dryRun: false })}>
            Write these changes
          </Button>
        )
      }
    >
      {!plan && !error && <Loading lines={4} />}
      {error && !plan && <TroubleNote trouble={error} onAgain={refetch} />}
      {done && (
        <p role="status">
          <b>{`${title} is connected.`}</b> Restart it: hooks and tools work from its next session on.
        </p>
      )}
      {plan && !done && (
        <p>
          {plan.already ??
            (mayWrite
              ? 'These lines are added for all projects; everything else in the files stays as it is.'
              : 'Nothing has to be added.')}
        </p>
      )}
      {plan?.files.map(({ path, what, isNew, refused: because, lines }) => (
        <details key={path} open={plan.files.length < 4}>
          <summary>
            <code className="mono">{path}</code> {what}
            {isNew && ' · new file'}
            {because !== null && ` · not changed: ${because}`}
          </summary>
          <Diff lines={lines} />
        </details>
      ))}
      {done?.next.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {refused && <TroubleNote trouble={refused} />}
    </Dialog>
  );
}
