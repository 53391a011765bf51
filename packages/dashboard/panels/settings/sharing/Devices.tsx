import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { useDo, useVerb } from '../../../calls/verb.ts';
import { RowButton } from '../../../parts/buttons.ts';
import { CommandLine } from '../../../parts/CommandLine.tsx';
import { Dialog } from '../../../parts/Dialog.tsx';
import { Card } from '../../../parts/Page.tsx';
import { Answered, TroubleNote } from '../../../parts/states.tsx';
import { ago, moment } from '../../../words/times.ts';

type HubDevice = Output<'hubDevices'>['devices'][number];

/** The devices that are logged in at the hub, and a way to lock one out. */
export function Devices() {
  const answer = useVerb('hubDevices', {}, { keep: true });
  const [asked, setAsked] = useState<HubDevice>();
  const revoke = useDo('hubDevices');
  const close = () => {
    setAsked(undefined);
    revoke.reset();
  };
  const stateOf = ({ id, seenAt, revokedAt }: HubDevice) =>
    revokedAt !== null
      ? `revoked ${ago(revokedAt)}`
      : id === answer.data?.own
        ? 'this device'
        : seenAt === null
          ? 'never seen'
          : `last seen ${ago(seenAt)}`;
  return (
    <Card title="Devices">
      <Answered of={answer} lines={2}>
        {({ devices, own }) => (
          <ul className="rows">
            {devices.map((device) => (
              <li key={device.id}>
                <div>
                  <strong>{device.name}</strong>
                  <small title={device.seenAt === null ? undefined : moment(device.seenAt)}>
                    {device.person.name} · {stateOf(device)}
                  </small>
                </div>
                {device.revokedAt === null && device.id !== own && (
                  <RowButton onClick={() => setAsked(device)}>Revoke</RowButton>
                )}
              </li>
            ))}
          </ul>
        )}
      </Answered>
      <CommandLine command="sqrl devices --add" does="Add a device: prints a code for it" />
      <Dialog
        opened={asked !== undefined}
        onClose={close}
        title={`Revoke ${asked?.name ?? ''}?`}
        centered
        actions={
          <Button
            color="red"
            loading={revoke.isPending}
            onClick={() => revoke.mutate({ revoke: asked!.id }, { onSuccess: close })}
          >
            Revoke
          </Button>
        }
      >
        <p>
          It gets nothing more, from its next request on. What it copied before cannot be called back. To use
          it again, it has to log in with a new code.
        </p>
        {revoke.error && <TroubleNote trouble={revoke.error} />}
      </Dialog>
    </Card>
  );
}
