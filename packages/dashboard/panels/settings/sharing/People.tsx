import type { SpaceKind } from '@sqrl/base/model/sync/hub-protocol.ts';
import { useVerb } from '../../../calls/verb.ts';
import { CommandLine } from '../../../parts/CommandLine.tsx';
import { Card } from '../../../parts/Page.tsx';
import { Loading, TroubleNote } from '../../../parts/states.tsx';
import { counted } from '../../../words/say.ts';
import styles from '../settings.module.css';
import { sharingWords } from './words.ts';

/** Who is in a space, and what they may do there. */
export function People({ id, kind, name }: { id: string; kind: SpaceKind; name: string }) {
  const label = sharingWords[`kind.${kind}`];
  // Others chose the name: in a shell it must be nothing but a name.
  const typed = /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
  const { data, error, isPending, refetch } = useVerb('teamMembers', { of: id }, { keep: true });
  return (
    <Card
      title={`People in ${`${label} ${name}`}`}
      side={
        data?.retentionDays &&
        `What is not changed for ${counted(data.retentionDays, 'day', 'days')} is erased`
      }
    >
      {isPending && <Loading lines={2} />}
      {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
      <ul className={styles.rows}>
        {data?.members.map(({ person, role }) => (
          <li key={person.id}>
            <div>
              <strong>{person.name}</strong>
            </div>
            <span className="facts">
              <span title={sharingWords[`may.${role}`]}>{sharingWords[`role.${role}`]}</span>
            </span>
          </li>
        ))}
      </ul>
      {data && (
        <div className={styles.commands}>
          <CommandLine command={`sqrl team invite ${typed}`} does="Invite a person" />
          <CommandLine command={`sqrl team role ${typed} PERSON maintainer`} does="Give another role" />
        </div>
      )}
    </Card>
  );
}
