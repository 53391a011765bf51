import { Button, Progress } from '@mantine/core';
import { Empty } from '../../parts/Empty.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { useWords } from '../../words/say.ts';
import styles from './map.module.css';
import { useReading } from './reading.ts';
import { mapWords } from './words.ts';

/** The code was not read yet: what reading it would show, and the button that does. */
export function Unread() {
  const say = useWords(mapWords);
  const { progress, trouble, read, stop } = useReading();
  return (
    <Empty icon="map" title={say('unread.title')}>
      <p>{say('unread.text')}</p>
      {progress ? (
        <div className={styles.reading} role="status">
          <Progress
            aria-label={say('unread.reading')}
            value={progress.total > 0 ? (100 * progress.done) / progress.total : 100}
            animated={progress.total === 0}
          />
          <span className="quiet number">
            {progress.total > 0
              ? say('unread.progress', { done: progress.done, total: progress.total })
              : say('unread.reading')}
          </span>
          <Button variant="default" onClick={stop}>
            {say('unread.stop')}
          </Button>
        </div>
      ) : (
        <Button size="md" onClick={read}>
          {say('unread.read')}
        </Button>
      )}
      {trouble && <TroubleNote trouble={trouble} />}
    </Empty>
  );
}
