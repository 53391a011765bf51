import { Button, Progress } from '@mantine/core';
import { Empty, TroubleNote } from '../../parts/states.tsx';
import { number } from '../../words/times.ts';
import styles from './map.module.css';
import { useReading } from './reading.ts';

/** The code was not read yet: what reading it would show, and the button that does. */
export function Unread() {
  const { progress, trouble, read, stop } = useReading();
  return (
    <Empty icon="map" title="This project is not indexed yet">
      <p>
        After indexing you see the modules, their dependencies, and the memories about each. Nothing leaves
        this machine.
      </p>
      {progress ? (
        <div className={styles.reading} role="status">
          <Progress
            aria-label="Indexing…"
            value={progress.total > 0 ? (100 * progress.done) / progress.total : 100}
            animated={progress.total === 0}
          />
          <span className="quiet number">
            {progress.total > 0 ? `${number(progress.done)} of ${number(progress.total)} files` : 'Indexing…'}
          </span>
          <Button variant="default" onClick={stop}>
            Stop
          </Button>
        </div>
      ) : (
        <Button size="md" onClick={read}>
          Index code
        </Button>
      )}
      {trouble && <TroubleNote trouble={trouble} />}
    </Empty>
  );
}
