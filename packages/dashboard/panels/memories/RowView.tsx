import type { MemoryGroup } from '@sqrl/base/model/memory.ts';
import { Confidence, Marks, TypePill } from '../../parts/memory.tsx';
import { MemoryText } from '../../parts/text.tsx';
import { Icon } from '../../theme/icons.tsx';
import { ago, moment, times } from '../../words/times.ts';
import { plainWhy } from '../../words/why.ts';
import { GROUPS } from './list-state.ts';
import styles from './memories.module.css';
import type { BrowsedMemory } from './pages.ts';

interface RowViewProps {
  memory: BrowsedMemory | undefined;
  /** The group that begins here. */
  heading: MemoryGroup | undefined;
  index: number;
  total: number;
  top: number;
  height: number;
  isCursor: boolean;
  isOpen: boolean;
  isMarked: boolean;
  why: boolean;
  /** A search whose words are marked. */
  question: string | undefined;
  /** With Shift held, all rows up to this one are meant. */
  onOpen: (isRange: boolean) => void;
  onMark: (isRange: boolean) => void;
}

/** One memory in the list. */
export function RowView(props: RowViewProps) {
  const { memory, heading, index, total, top, height, isCursor, isOpen, isMarked, why, question } = props;
  const place = { transform: `translateY(${top}px)`, height };
  if (!memory)
    return (
      <div
        className={styles.row}
        style={place}
        role="option"
        aria-selected="false"
        aria-busy="true"
        tabIndex={-1}
      >
        <span className={styles.bone} />
      </div>
    );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself hears the keys
    <div
      id={`memory-${memory.id}`}
      className={styles.row}
      style={place}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked || isOpen}
      aria-setsize={total}
      aria-posinset={index + 1}
      data-heading={heading}
      data-cursor={isCursor || undefined}
      data-open={isOpen || undefined}
      data-marked={isMarked || undefined}
      data-off={memory.status === 'deprecated' || undefined}
      // Else the browser would select the text from there to here.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClick={(event) => props.onOpen(event.shiftKey)}
    >
      {heading && <span className={styles.heading}>{GROUPS[heading]}</span>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: x marks by keyboard; this is for the mouse alone */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <span
        className={styles.check}
        title="Select"
        onClick={(event) => {
          event.stopPropagation();
          props.onMark(event.shiftKey);
        }}
      >
        {isMarked && <Icon name="check" size={12} strokeWidth={3} />}
      </span>
      <span className={styles.text}>
        <MemoryText text={memory.text} question={question} />
      </span>
      <span className={styles.meta}>
        <TypePill type={memory.type} />
        <Marks memory={memory} />
        {memory.files[0] && (
          <span className={`mono cut ${styles.path}`} title={memory.files.join('\n')}>
            {memory.files[0]}
            {memory.files.length > 1 && ` +${memory.files.length - 1}`}
          </span>
        )}
        <span className="gap" />
        {memory.uses > 0 && <span className={styles.uses}>{`used ${times(memory.uses)}`}</span>}
        <span title={moment(memory.createdAt)}>{ago(memory.createdAt)}</span>
        <Confidence value={memory.confidenceNow} />
      </span>
      {why && question && (
        <span className={`cut ${styles.why}`} title={memory.why.join('\n')}>
          {plainWhy(memory.why, { text: memory.text, question }).reason}
        </span>
      )}
    </div>
  );
}
