import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { useVerb } from '../../calls/verb.ts';
import { Loading, TroubleNote } from '../../parts/states.tsx';
import { counted } from '../../words/say.ts';
import { ago } from '../../words/times.ts';
import { ConnectDialog } from './ConnectDialog.tsx';
import styles from './settings.module.css';

type SetupOutput = Output<'setup'>;
type AvailableClient = SetupOutput['available'][number];

/** Every client: what was added to its files and whether it still stands there, or the way to connect it. */
export function SetUp() {
  const { data, error, isPending, refetch } = useVerb('setup', {});
  const [asked, ask] = useState<AvailableClient>();
  if (isPending) return <Loading lines={2} />;
  if (error && !data) return <TroubleNote trouble={error} onAgain={refetch} />;
  const filesOf = new Map(data.clients.map(({ client, files }) => [client, files]));
  const found = data.available.filter(({ client, found }) => found !== null || filesOf.has(client));
  const missing = data.available.filter((one) => !found.includes(one));
  const row = (one: AvailableClient) => (
    <ClientSetupRow key={one.client} {...one} files={filesOf.get(one.client)} onConnect={() => ask(one)} />
  );
  return (
    <>
      <p className={styles.told}>
        {data.at === null || data.clients.length === 0
          ? 'Squirrel is not set up in any agent yet.'
          : `Set up ${ago(data.at)}. Added to the agents’ files, checked just now:`}
      </p>
      <ul className={styles.rows} aria-label="Changes to the agents’ files">
        {found.map(row)}
      </ul>
      {missing.length > 0 && (
        <details className={styles.more}>
          <summary>{counted(missing.length, 'client was not found', 'clients were not found')}</summary>
          <ul className={styles.rows}>{missing.map(row)}</ul>
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
        <Button variant="default" aria-label={`Connect: ${title}`} onClick={onConnect}>
          {files ? 'Repair' : 'Connect'}
        </Button>
      )}
    </li>
  );
}
