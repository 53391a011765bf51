import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useDo, useVerb } from '../../calls/verb.ts';
import { Dialog } from '../../parts/Dialog.tsx';
import { Diff } from '../../parts/Diff.tsx';
import { Loading, TroubleNote } from '../../parts/states.tsx';

type ConnectedClient = Output<'connect'>;

interface ConnectDialogProps {
  client: ConnectedClient['client'];
  title: string;
  onClose: () => void;
}

/** Shows each line that setting up a client would write, as `sqrl init` does, and writes it on request. */
export function ConnectDialog({ client, title, onClose }: ConnectDialogProps) {
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
