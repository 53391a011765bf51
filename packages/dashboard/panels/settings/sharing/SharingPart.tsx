import { useVerb } from '../../../calls/verb.ts';
import { CommandLine } from '../../../parts/CommandLine.tsx';
import { Card } from '../../../parts/Page.tsx';
import { Empty, Loading, TroubleNote } from '../../../parts/states.tsx';
import { TeamBrief } from '../../../parts/TeamBrief.tsx';
import styles from '../settings.module.css';
import { Devices } from './Devices.tsx';
import { Leaves } from './Leaves.tsx';
import { People } from './People.tsx';

/** What leaves this machine through a hub, who is in its spaces, and the person's devices. */
export function SharingPart() {
  const { data, error, isPending, refetch } = useVerb('hubStatus', {}, { keep: true });
  if (isPending) return <Loading lines={5} />;
  if (error && !data) return <TroubleNote trouble={error} onAgain={refetch} />;
  if (!data.login)
    return (
      <Card>
        <Empty icon="link" title="Nothing leaves this machine through a hub">
          <p>A hub keeps your devices in sync and lets a team share memories. You host it yourself.</p>
          <div className={styles.commands}>
            <CommandLine command="sqrl-hub serve" does="Start one" />
            <CommandLine
              command="sqrl login URL CODE"
              does="Log in at one, with a code that its owner gives you"
            />
          </div>
        </Empty>
      </Card>
    );
  const spaces = data.spaces.filter(({ kind }) => kind !== 'personal');
  return (
    <>
      <Leaves status={data} />
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
