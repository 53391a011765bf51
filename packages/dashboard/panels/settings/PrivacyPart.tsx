import { Button, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useChoice } from '../../app/projects.tsx';
import { useDo, useLong, useVerb } from '../../calls/verb.ts';
import { CommandLine, ListChoice, PlainButton } from '../../parts/controls.tsx';
import { Answered, Card, Dialog, LongState, Note, Row, TroubleNote } from '../../parts/page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { ago, counted, number } from '../../words/say.ts';

export const PrivacyPart = () => (
  <>
    <Card title="Stored data">
      <Answered of={useVerb('privacy', {})} lines={4}>
        {(privacy) => <Kept privacy={privacy} />}
      </Answered>
    </Card>
    <ExportCard />
    <Erase />
  </>
);

function Kept({ privacy: { files, redactions, leaves } }: { privacy: Output<'privacy'> }) {
  const secrets = redactions.memories + redactions.events;
  return (
    <>
      <Note tone={leaves.length === 0 ? 'good' : 'warn'}>
        {leaves.length === 0
          ? 'Nothing leaves this machine.'
          : 'With your settings, this may leave the machine:'}
      </Note>
      {leaves.map(({ what, to }) => (
        <p key={to + what}>
          <code className="mono">{to}</code>: {what}
        </p>
      ))}
      <h3>Redacted secrets</h3>
      <p>{`${counted(secrets, 'secret')} replaced before storing, in the latest ${counted(redactions.lookedAt, 'event')}.`}</p>
      <ul className="row">
        {Object.entries(redactions.byKind).map(([kind, n]) => (
          <li key={kind} data-badge>
            {kind} <b className="number">{number(n)}</b>
          </li>
        ))}
      </ul>
      <h3>Files</h3>
      <ul className="rows">
        {files.map(({ path, bytes, lastCopyAt }) => (
          <Row
            key={path}
            name={<code className="mono">{path}</code>}
            facts={[
              `${number(Math.round(bytes / 104_857.6) / 10)} MB`,
              lastCopyAt === null ? 'no copy yet' : `copied ${ago(lastCopyAt)}`,
            ]}
          />
        ))}
      </ul>
    </>
  );
}

const FORMATS = {
  json: ['json', 'JSON, complete'],
  markdown: ['md', 'Markdown'],
  claude: ['md', 'CLAUDE.md'],
} as const;

function ExportCard() {
  const { project } = useChoice();
  const [format, setFormat] = useState<keyof typeof FORMATS>('json');
  const { mutate, data, error, isPending } = useDo('export');
  const name = `squirrel-${project?.name ?? 'user'}.${FORMATS[format][0]}`;
  return (
    <Card title="Export">
      <p>All memories of this project as a file.</p>
      <div className="row">
        <ListChoice
          label="Format"
          value={format}
          names={Object.fromEntries(Object.entries(FORMATS).map(([one, [, called]]) => [one, called]))}
          onChoose={setFormat}
        />
        <PlainButton
          loading={isPending}
          leftSection={<Icon name="download" size={14} />}
          onClick={() => mutate({ format }, { onSuccess: ({ text }) => download(text, name) })}
        >
          Download
        </PlainButton>
        {data && <span role="status">{`${counted(data.memories, 'memory')} exported`}</span>}
      </div>
      {error && <TroubleNote trouble={error} />}
      <CommandLine
        command="sqrl backup squirrel-backup.db"
        does="One file with every project; load it with sqrl backup restore:"
      />
    </Card>
  );
}

function download(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text]));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes hold of it only after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

type EraseTarget = 'project' | 'user' | 'both';

function Erase() {
  const { project } = useChoice();
  const [, go] = useLocation();
  const [of, setOf] = useState<EraseTarget>(project ? 'project' : 'user');
  const [typed, setTyped] = useState<string>();
  const erasing = useLong('forgetAll');
  const name = of === 'project' ? (project?.name ?? '') : 'erase';
  const user = 'All global memories';
  const choices: Record<string, string> = project
    ? { project: `All data of ${project.name}`, user, both: `${project.name} and all global memories` }
    : { user };
  const erase = async () => {
    const came = await erasing.run({ of });
    if (!came) return;
    setTyped(undefined);
    notifications.show({ color: 'russet', message: `${counted(came.forgotten, 'memory')} erased` });
    go('/');
  };
  return (
    <Card title="Erase">
      <p>
        Permanently deletes memories, sessions, vectors, copies and daily logs. The agents’ own logs stay and
        are not read again.
      </p>
      <div className="row">
        <ListChoice label="What to erase" value={of} names={choices} onChoose={setOf} />
        <Button variant="outline" color="red" onClick={() => setTyped('')}>
          Erase…
        </Button>
      </div>
      <Dialog
        opened={typed !== undefined}
        onClose={() => setTyped(undefined)}
        title="Erase permanently?"
        centered
        actions={
          <Button
            color="red"
            disabled={typed?.trim() !== name}
            loading={erasing.progress !== undefined}
            onClick={() => void erase()}
          >
            Erase
          </Button>
        }
      >
        <p>This can’t be undone. You may want to export it first.</p>
        <TextInput
          data-autofocus
          label={`Type ${name} to continue`}
          value={typed ?? ''}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <LongState of={erasing} label="Erasing…" />
      </Dialog>
    </Card>
  );
}
