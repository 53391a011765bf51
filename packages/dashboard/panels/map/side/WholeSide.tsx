import { Button } from '@mantine/core';
import { TroubleNote } from '../../../parts/states.tsx';
import { counted } from '../../../words/say.ts';
import { number } from '../../../words/times.ts';
import type { MapLocation } from '../at.ts';
import styles from '../map.module.css';
import type { Atlas } from '../picture.ts';
import { useReading } from '../reading.ts';
import { Choices, Numbers, SideSection } from './parts.tsx';

const MAX_MODULES = 12;

/** All of the code: how much there is, what is known of it, and where nothing is. */
export function WholeSide({ atlas: { picture }, at }: { atlas: Atlas; at: MapLocation }) {
  const { progress, trouble, read } = useReading();
  const { modules, pending, filesTotal } = picture;
  const knownFiles = modules.reduce((sum, { covered }) => sum + covered, 0);
  const known = modules.toSorted((a, b) => b.memories - a.memories).filter(({ memories }) => memories > 0);
  const unknown = modules.filter(({ memories }) => memories === 0);
  const choice = ({ name, memories }: (typeof modules)[number]) => ({
    key: name,
    name,
    side: counted(memories, 'memory', 'memories'),
    onChoose: () => at.go({ module: name }),
  });
  return (
    <>
      <h2>Whole codebase</h2>
      <Numbers
        of={[
          ['Modules', modules.length],
          ['Files', filesTotal],
          ['Files covered', knownFiles],
        ]}
      />
      {filesTotal > picture.files.length && (
        <p className="quiet">
          {picture.files.length === 1
            ? `Only 1 file is drawn.`
            : `Only the ${number(picture.files.length)} largest files are drawn.`}
        </p>
      )}
      {pending.total > 0 && (
        <div className={styles.note} role="status">
          <p>
            {counted(
              pending.total,
              'file changed since it was indexed.',
              'files changed since they were indexed.',
            )}
          </p>
          <Button variant="default" onClick={read} loading={progress !== undefined}>
            Update index
          </Button>
        </div>
      )}
      {trouble && <TroubleNote trouble={trouble} />}
      {known.length > 0 && (
        <SideSection title="Most memories">
          <Choices of={known.slice(0, MAX_MODULES).map(choice)} />
        </SideSection>
      )}
      {unknown.length > 0 && (
        <SideSection title="No memories yet">
          <Choices of={unknown.slice(0, MAX_MODULES).map(choice)} />
        </SideSection>
      )}
      <p className={`${styles.how} quiet`}>
        A disc is a module, a dot in it a file; warmer colors mean more memories. Select one to zoom in, Esc
        to go back.
      </p>
    </>
  );
}
