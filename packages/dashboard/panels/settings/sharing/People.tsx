import type { SpaceKind } from '@sqrl/base/model/sync/hub-protocol.ts';
import { useVerb } from '../../../calls/verb.ts';
import { CommandLine } from '../../../parts/CommandLine.tsx';
import { Card } from '../../../parts/Page.tsx';
import { Answered } from '../../../parts/states.tsx';
import { counted } from '../../../words/say.ts';
import { KINDS, ROLES } from './words.ts';

/** Who is in a space, and what they may do there. */
export function People({ id, kind, name }: { id: string; kind: SpaceKind; name: string }) {
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
