import { Button } from '@mantine/core';
import type { SpaceKind } from '@sqrl/base/model/sync/hub-protocol.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useState } from 'react';
import { Link } from 'wouter';
import { useDo, useVerb } from '../../calls/verb.ts';
import { CommandLine, RowButton } from '../../parts/controls.tsx';
import { TeamBrief } from '../../parts/Decision.tsx';
import { Answered, Card, Dialog, Empty, Note, Row, TroubleNote } from '../../parts/page.tsx';
import { KINDS, REFUSALS, ROLES, TRAVELS, TRAVELS_BY_ITSELF } from '../../words/nouns.ts';
import { ago, counted, number } from '../../words/say.ts';

type HubStatus = Output<'hubStatus'>;
type HubDevice = Output<'hubDevices'>['devices'][number];

export const SharingPart = () => (
  <Answered of={useVerb('hubStatus', {}, { keep: true })} lines={5}>
    {(status) => (status.login ? <Sharing status={status} login={status.login} /> : <NoHub />)}
  </Answered>
);

const NoHub = () => (
  <Card>
    <Empty icon="link" title="Nothing leaves this machine through a hub">
      <p>A hub keeps your devices in sync and lets a team share memories. You host it yourself.</p>
      <div className="stack">
        <CommandLine command="sqrl-hub serve" does="Start one" />
        <CommandLine
          command="sqrl login URL CODE"
          does="Log in at one, with a code that its owner gives you"
        />
      </div>
    </Empty>
  </Card>
);

type SharingProps = { status: HubStatus; login: NonNullable<HubStatus['login']> };

function Sharing({ status, login }: SharingProps) {
  const spaces = status.spaces.filter(({ kind }) => kind !== 'personal');
  return (
    <>
      <Leaves status={status} login={login} />
      <Devices />
      {spaces.map(({ id, kind, name }) => (
        <People key={id} id={id} kind={kind} name={name} />
      ))}
      {spaces
        .filter(({ standing }) => standing.reviewed > 0)
        .map(({ id, name, isNew }) => (
          <TeamBrief key={id} id={id} name={name} isNew={isNew} />
        ))}
    </>
  );
}

function Leaves({ status, login }: SharingProps) {
  const { spaces, refused, failed, syncedAt, personal, forged, exchanged } = status;
  const warnings = [
    ...(failed === null ? [] : [failed]),
    ...forged.map(
      ({ id, space, person }) =>
        `Memory ${id} in ${space} is not used: its signature is not that of ${person}. The hub may have changed the words.`,
    ),
    ...exchanged.map(
      ({ device, person }) =>
        `Device ${device} of ${person} has another key than before, so its words are not used. Ask ${person}, then run sqrl devices trust ${device}.`,
    ),
  ];
  return (
    <Card
      title="What leaves this machine"
      side={syncedAt === null ? 'Not in sync yet' : `Last answer ${ago(syncedAt)}`}
    >
      <p>
        {`To ${login.url} (${login.org}), as ${login.person}. Each space has what you put there, and nothing else:`}
      </p>
      {warnings.map((warning) => (
        <Note key={warning} tone="warn">
          {warning}
        </Note>
      ))}
      <ul className="rows">
        {spaces.map(({ id, kind, name, role, standing, waiting, auto }) => (
          <Row
            key={id}
            name={kind === 'personal' ? KINDS[kind] : `${KINDS[kind]} ${name}`}
            facts={[
              role,
              `${number(standing.mine)} from you`,
              `${number(standing.reviewed + standing.proposed)} from others`,
              waiting > 0 && `${counted(waiting, 'change')} pending`,
            ]}
            note={(auto && TRAVELS_BY_ITSELF[kind]) || TRAVELS[kind]}
          />
        ))}
        {!personal && (
          <Row
            name="Personal"
            note="Stays on this machine. To sync your global memories between your devices, sealed:"
          >
            <CommandLine command="sqrl sync --personal" />
          </Row>
        )}
      </ul>
      <p className="quiet">
        Sessions, quotes, evidence, questions, vectors, absolute paths, unconfirmed memories and texts with a
        secret never leave.
      </p>
      {refused.length > 0 && <h3>Refused by the hub; these changes stay here</h3>}
      <ul className="rows">
        {refused.map(({ id, why, space, at }) => (
          <Row
            key={id}
            name={<Link href={`/memories?m=${id}`}>A memory of yours</Link>}
            facts={[space, ago(at)]}
            note={<span data-tone="warn">{REFUSALS[why] ?? why}</span>}
          />
        ))}
      </ul>
    </Card>
  );
}

function Devices() {
  const answer = useVerb('hubDevices', {}, { keep: true });
  const [asked, setAsked] = useState<HubDevice>();
  const revoke = useDo('hubDevices');
  const close = () => {
    setAsked(undefined);
    revoke.reset();
  };
  const stateOf = ({ id, seenAt, revokedAt }: HubDevice) => {
    if (revokedAt !== null) return `revoked ${ago(revokedAt)}`;
    if (id === answer.data?.own) return 'this device';
    return seenAt === null ? 'never seen' : `last seen ${ago(seenAt)}`;
  };
  return (
    <Card title="Devices">
      <Answered of={answer} lines={2}>
        {({ devices, own }) => (
          <ul className="rows">
            {devices.map((device) => (
              <Row key={device.id} name={device.name} note={`${device.person.name} · ${stateOf(device)}`}>
                {device.revokedAt === null && device.id !== own && (
                  <RowButton onClick={() => setAsked(device)}>Revoke</RowButton>
                )}
              </Row>
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

function People({ id, kind, name }: { id: string; kind: SpaceKind; name: string }) {
  // Others chose the name: in a shell it must be nothing but a name.
  const typed = /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
  const answer = useVerb('teamMembers', { of: id }, { keep: true });
  const days = answer.data?.retentionDays;
  return (
    <Card
      title={`People in ${KINDS[kind]} ${name}`}
      side={days && `What is not changed for ${counted(days, 'day')} is erased`}
    >
      <Answered of={answer} lines={2}>
        {({ members }) => (
          <ul className="rows">
            {members.map(({ person, role }) => (
              <Row key={person.id} name={person.name} facts={[role, ROLES[role]]} />
            ))}
          </ul>
        )}
      </Answered>
      <div className="stack">
        <CommandLine command={`sqrl team invite ${typed}`} does="Invite a person" />
        <CommandLine command={`sqrl team role ${typed} PERSON maintainer`} does="Give another role" />
      </div>
    </Card>
  );
}
