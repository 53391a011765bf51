import { Button } from '@mantine/core';
import { TroubleNote } from '../../../parts/TroubleNote.tsx';
import { useWords } from '../../../words/say.ts';
import type { MapLocation } from '../at.ts';
import styles from '../map.module.css';
import type { Atlas } from '../picture.ts';
import { useReading } from '../reading.ts';
import { mapWords } from '../words.ts';
import { Choices, Numbers, SideSection } from './parts.tsx';

const MAX_MODULES = 12;

/** All of the code: how much there is, what is known of it, and where nothing is. */
export function WholeSide({ atlas: { picture }, at }: { atlas: Atlas; at: MapLocation }) {
  const say = useWords(mapWords);
  const { progress, trouble, read } = useReading();
  const { modules, pending, filesTotal } = picture;
  const knownFiles = modules.reduce((sum, { covered }) => sum + covered, 0);
  const known = modules.toSorted((a, b) => b.memories - a.memories).filter(({ memories }) => memories > 0);
  const unknown = modules.filter(({ memories }) => memories === 0);
  const choice = ({ name, memories }: (typeof modules)[number]) => ({
    key: name,
    name,
    side: say('memories', { n: memories }),
    onChoose: () => at.go({ module: name }),
  });
  return (
    <>
      <h2>{say('whole.title')}</h2>
      <Numbers
        of={[
          [say('head.modules'), modules.length],
          [say('head.files'), filesTotal],
          [say('head.covered'), knownFiles],
        ]}
      />
      {filesTotal > picture.files.length && (
        <p className="quiet">{say('whole.cut', { n: picture.files.length })}</p>
      )}
      {pending.total > 0 && (
        <div className={styles.note} role="status">
          <p>{say('whole.pending', { n: pending.total })}</p>
          <Button variant="default" onClick={read} loading={progress !== undefined}>
            {say('whole.again')}
          </Button>
        </div>
      )}
      {trouble && <TroubleNote trouble={trouble} />}
      {known.length > 0 && (
        <SideSection title={say('whole.known')}>
          <Choices of={known.slice(0, MAX_MODULES).map(choice)} />
        </SideSection>
      )}
      {unknown.length > 0 && (
        <SideSection title={say('whole.unknown')}>
          <Choices of={unknown.slice(0, MAX_MODULES).map(choice)} />
        </SideSection>
      )}
      <p className={`${styles.how} quiet`}>{say('whole.how')}</p>
    </>
  );
}
