import { useVerb } from '../../../calls/verb.ts';
import { CommandLine } from '../../../parts/CommandLine.tsx';
import { Empty } from '../../../parts/Empty.tsx';
import { Loading } from '../../../parts/Loading.tsx';
import { Card } from '../../../parts/Page.tsx';
import { TeamBrief } from '../../../parts/TeamBrief.tsx';
import { TroubleNote } from '../../../parts/TroubleNote.tsx';
import { useWords } from '../../../words/say.ts';
import styles from '../settings.module.css';
import { Devices } from './Devices.tsx';
import { Leaves } from './Leaves.tsx';
import { People } from './People.tsx';
import { sharingWords } from './words.ts';

/** What leaves this machine through a hub, who is in its spaces, and the person's devices. */
export function SharingPart() {
  const say = useWords(sharingWords);
  const { data, error, isPending, refetch } = useVerb('hubStatus', {}, { keep: true });
  if (isPending) return <Loading lines={5} />;
  if (error && !data) return <TroubleNote trouble={error} onAgain={refetch} />;
  if (!data.login)
    return (
      <Card>
        <Empty icon="link" title={say('none.title')}>
          <p>{say('none.text')}</p>
          <div className={styles.commands}>
            <CommandLine command="sqrl hub serve" does={say('none.serve')} />
            <CommandLine command="sqrl login URL CODE" does={say('none.login')} />
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
