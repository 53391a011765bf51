import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import styles from './timeline.module.css';
import { timelineWords } from './words.ts';

type StripEpisode = Pick<
  Output<'timeline'>['sessions'][number]['episodes'][number],
  'id' | 'eventCount' | 'status' | 'task'
>;

interface EpisodeStripProps {
  episodes: readonly StripEpisode[];
  /** The one that is shown. */
  current?: string | null | undefined;
  /** Goes to the first step of one. */
  onChoose: (firstStep: number) => void;
}

/** The episodes of a session after one another, as long as they were, coloured by how they ended. */
export function EpisodeStrip({ episodes, current, onChoose }: EpisodeStripProps) {
  if (episodes.length === 0) return null;
  let before = 0;
  const starts = episodes.map(({ eventCount }) => {
    const start = before;
    before += eventCount;
    return start;
  });
  return (
    <ol className={styles.chapters} aria-label="Episodes">
      {episodes.map(({ id, eventCount, status, task }, i) => (
        <li key={id} style={{ flexGrow: eventCount }}>
          <button
            type="button"
            data-status={status}
            aria-current={id === current ? 'step' : undefined}
            title={task}
            onClick={() => onChoose(starts[i]!)}
          >
            <span dir="auto">{task}</span>
            <small>{timelineWords[`status.${status}`]}</small>
          </button>
        </li>
      ))}
    </ol>
  );
}
