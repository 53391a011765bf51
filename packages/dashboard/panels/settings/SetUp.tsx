import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { useDo, useVerb } from '../../calls/verb.ts';
import { PlainButton } from '../../parts/buttons.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { Diff } from '../../parts/Diff.tsx';
import { Answered, Loading, TroubleNote } from '../../parts/states.tsx';
import { counted } from '../../words/say.ts';
import { ago } from '../../words/times.ts';

type SetupOutput = Output<'setup'>;
type AvailableClient = SetupOutput['available'][number];

/** Every client: what was added to its files and whether it still stands there, or the way to connect it. */
export function SetUp() {
  return (
    <Answered of={useVerb('setup', {})} lines={2}>
      {(data) => <ClientList data={data} />}
    </Answered>
  );
}

function ClientList({ data }: { data: SetupOutput }) {
  const [asked, ask] = useState<AvailableClient>();
  const filesOf = new Map(data.clients.map(({ client, files }) => [client, files]));
  const found = data.available.filter(({ client, found }) => found !== null || filesOf.has(client));
  const missing = data.available.filter((one) => !found.includes(one));
  const row = (one: AvailableClient) => (
    <ClientSetupRow key={one.client} {...one} files={filesOf.get(one.client)} onConnect={() => ask(one)} />
  );
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
      {asked && <ConnectDialog client={asked.client} title={asked.title} onClose={() => ask(undefined)} />}
    </>
  );
}

interface ClientSetupRowProps extends AvailableClient {
  files: SetupOutput['clients'][number]['files'] | undefined;
  onConnect: () => void;
}

function ClientSetupRow({ title, found, files, onConnect }: ClientSetupRowProps) {
  const isWhole = files?.every(({ stands }) => stands) ?? false;
  return (
    <li>
      <div>
        <b>{title}</b>
        <span className="facts">
          {files
            ? files.map(({ path, what, stands }) => (
                <span key={`${path} ${what}`} title={path}>
                  {stands ? what : `${what} (missing)`}
                </span>
              ))
            : found && <span className="mono">{found}</span>}
        </span>
      </div>
      {isWhole ? (
        <span data-badge="good">Connected</span>
      ) : (
        <PlainButton aria-label={`Connect: ${title}`} onClick={onConnect}>
          {files ? 'Repair' : 'Connect'}
        </PlainButton>
      )}
    </li>
  );
}

type ConnectedClient = Output<'connect'>;

interface ConnectDialogProps {
  client: ConnectedClient['client'];
  title: string;
  onClose: () => void;
}

/** Shows each line that setting up a client would write, as `sqrl init` does, and writes it on request. */
function ConnectDialog({ client, title, onClose }: ConnectDialogProps) {
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
      {plan && <Changes files={plan.files} />}
      {done?.next.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {refused && <TroubleNote trouble={refused} />}
    </Dialog>
  );
}

/** Files, each with the lines that come and go. */
function Changes({ files }: Pick<ConnectedClient, 'files'>) {
  return files.map(({ path, what, isNew, refused, lines }) => (
    <details key={path} open={files.length < 4}>
      <summary>
        <code className="mono">{path}</code> {what}
        {isNew && ' · new file'}
        {refused !== null && ` · not changed: ${refused}`}
      </summary>
      <Diff lines={lines} />
    </details>
  ));
}
