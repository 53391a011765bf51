import type { TimelineSession } from './Sessions.tsx';
import { levelOf } from './struggle.ts';
import styles from './timeline.module.css';

interface HillsProps {
  sessions: readonly TimelineSession[];
  onOpen: (id: string) => void;
}

/** The sessions of a page at a glance, the oldest left: how long each was, and by its colour how hard. The cards say the same. */
export function Hills({ sessions, onOpen }: HillsProps) {
  const most = Math.max(...sessions.map(({ events }) => events), 1);
  return (
    <div className={styles.hills} aria-hidden="true">
      {sessions.toReversed().map(({ id, events, struggle, title, opening }) => (
        <button
          key={id}
          type="button"
          tabIndex={-1}
          title={title ?? opening ?? id}
          data-level={levelOf(struggle.score)}
          style={{ height: `${Math.max(8, (100 * events) / most)}%` }}
          onClick={() => onOpen(id)}
        />
      ))}
    </div>
  );
}
