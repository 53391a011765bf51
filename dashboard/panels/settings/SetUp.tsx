import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '../../../src/protocol/verbs.ts';
import { useVerb } from '../../calls/verb.ts';
import { Loading } from '../../parts/Loading.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import { ConnectDialog } from './ConnectDialog.tsx';
import styles from './settings.module.css';
import { settingsWords } from './words.ts';

type SetupOutput = Output<'setup'>;
type AvailableClient = SetupOutput['available'][number];

/** Every client: what was added to its files and whether it still stands there, or the way to connect it. */
export function SetUp() {
  const say = useWords(settingsWords);
  const { ago } = useFormats();
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
          ? say('setup.nothing')
          : say('setup.at', { ago: ago(data.at) })}
      </p>
      <ul className={styles.rows} aria-label={say('setup.label')}>
        {found.map(row)}
      </ul>
      {missing.length > 0 && (
        <details className={styles.more}>
          <summary>{say('clients.missing', { n: missing.length })}</summary>
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
  const say = useWords(settingsWords);
  const told = useMessage();
  const isWhole = files?.every(({ stands }) => stands) ?? false;
  return (
    <li>
      <div>
        <b>{title}</b>
        <span className={styles.facts}>
          {files
            ? files.map(({ path, what, stands }) => (
                <span key={`${path} ${what.text}`} title={path}>
                  {stands ? told(what) : say('setup.gone', { what: told(what) })}
                </span>
              ))
            : found && <span className="mono">{found}</span>}
        </span>
      </div>
      {isWhole ? (
        <span className={styles.state} data-state="working">
          {say('setup.stands')}
        </span>
      ) : (
        <Button variant="default" aria-label={`${say('connect.do')}: ${title}`} onClick={onConnect}>
          {say(files ? 'connect.repair' : 'connect.do')}
        </Button>
      )}
    </li>
  );
}
