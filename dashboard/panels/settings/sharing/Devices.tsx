import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Output } from '../../../../src/protocol/verbs.ts';
import { useDo, useVerb } from '../../../calls/verb.ts';
import { CommandLine } from '../../../parts/CommandLine.tsx';
import { Dialog } from '../../../parts/Dialog.tsx';
import { Loading } from '../../../parts/Loading.tsx';
import { Card } from '../../../parts/Page.tsx';
import { TroubleNote } from '../../../parts/TroubleNote.tsx';
import { useWords } from '../../../words/say.ts';
import { useFormats } from '../../../words/times.ts';
import styles from '../settings.module.css';
import { sharingWords } from './words.ts';

type HubDevice = Output<'hubDevices'>['devices'][number];

/** The devices that are logged in at the hub, and a way to lock one out. */
export function Devices() {
  const say = useWords(sharingWords);
  const { ago, moment } = useFormats();
  const { data, error, isPending, refetch } = useVerb('hubDevices', {}, { keep: true });
  const [asked, setAsked] = useState<HubDevice>();
  const revoke = useDo('hubDevices');
  const close = () => {
    setAsked(undefined);
    revoke.reset();
  };
  const stateOf = ({ id, seenAt, revokedAt }: HubDevice) =>
    revokedAt !== null
      ? say('devices.revoked', { ago: ago(revokedAt) })
      : id === data?.own
        ? say('devices.this')
        : seenAt === null
          ? say('devices.never')
          : say('devices.seen', { ago: ago(seenAt) });
  return (
    <Card title={say('devices.title')}>
      {isPending && <Loading lines={2} />}
      {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
      <ul className={styles.rows}>
        {data?.devices.map((device) => (
          <li key={device.id}>
            <div>
              <strong>{device.name}</strong>
              <small title={device.seenAt === null ? undefined : moment(device.seenAt)}>
                {device.person.name} · {stateOf(device)}
              </small>
            </div>
            {device.revokedAt === null && device.id !== data.own && (
              <Button size="compact-xs" variant="default" onClick={() => setAsked(device)}>
                {say('devices.revoke')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <CommandLine command="sqrl devices --add" does={say('devices.add')} />
      <Dialog
        opened={asked !== undefined}
        onClose={close}
        title={say('devices.sure', { name: asked?.name ?? '' })}
        centered
      >
        <p>{say('devices.final')}</p>
        {revoke.error && <TroubleNote trouble={revoke.error} />}
        <Group justify="flex-end" mt="md">
          <Button variant="default" data-autofocus onClick={close}>
            {say('devices.cancel')}
          </Button>
          <Button
            color="red"
            loading={revoke.isPending}
            onClick={() => revoke.mutate({ revoke: asked!.id }, { onSuccess: close })}
          >
            {say('devices.revoke')}
          </Button>
        </Group>
      </Dialog>
    </Card>
  );
}
