import type { SpaceKind } from '@sqrl/base/model/sync/hub-protocol.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useVerb } from '../../../calls/verb.ts';
import { CommandLine } from '../../../parts/CommandLine.tsx';
import { Card } from '../../../parts/Page.tsx';
import { Answered, Empty } from '../../../parts/states.tsx';
import { TeamBrief } from '../../../parts/TeamBrief.tsx';
import { counted } from '../../../words/say.ts';
import { Devices } from './Devices.tsx';
import { Leaves } from './Leaves.tsx';
import { KINDS, ROLES } from './words.ts';

/** What leaves this machine through a hub, who is in its spaces, and the person's devices. */
export function SharingPart() {
  return (
    <Answered of={useVerb('hubStatus', {}, { keep: true })} lines={5}>
      {(status) => <Sharing status={status} />}
    </Answered>
  );
}

function Sharing({ status }: { status: Output<'hubStatus'> }) {
  if (!status.login)
    return (
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
  const spaces = status.spaces.filter(({ kind }) => kind !== 'personal');
  return (
    <>
      <Leaves status={status} />
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

/** Who is in a space, and what they may do there. */
function People({ id, kind, name }: { id: string; kind: SpaceKind; name: string }) {
  // Others chose the name: in a shell it must be nothing but a name.
  const typed = /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
  const answer = useVerb('teamMembers', { of: id }, { keep: true });
  const days = answer.data?.retentionDays;
  return (
    <Card
      title={`People in ${KINDS[kind]} ${name}`}
      side={days && `What is not changed for ${counted(days, 'day', 'days')} is erased`}
    >
      <Answered of={answer} lines={2}>
        {({ members }) => (
          <>
            <ul className="rows">
              {members.map(({ person, role }) => (
                <li key={person.id}>
                  <div>
                    <strong>{person.name}</strong>
                  </div>
                  <span className="facts" title={ROLES[role]}>
                    {role}
                  </span>
                </li>
              ))}
            </ul>
            <div className="stack">
              <CommandLine command={`sqrl team invite ${typed}`} does="Invite a person" />
              <CommandLine command={`sqrl team role ${typed} PERSON maintainer`} does="Give another role" />
            </div>
          </>
        )}
      </Answered>
    </Card>
  );
}
