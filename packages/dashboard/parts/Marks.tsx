import type { Memory } from '@sqrl/base/model/memory.ts';
import { Icon } from '../theme/icons.tsx';
import { attribution } from '../words/attribution.ts';
import styles from './memory.module.css';

type MarkedFields = Pick<Memory, 'pinned' | 'verified' | 'needsReview' | 'tainted' | 'status'> & {
  stale?: boolean;
  disputed?: boolean;
  userId?: string | null;
  via?: string | null;
  branch?: string | null;
};

/** What is to be known of a memory at a glance; nothing where nothing is. */
export function Marks({ memory }: { memory: MarkedFields }) {
  return (
    <span className={styles.marks}>
      {memory.pinned && (
        <span data-tone="accent">
          <Icon name="pin" size={12} />
          Pinned
        </span>
      )}
      {memory.userId && <span data-tone="accent">{`from ${attribution(memory)}`}</span>}
      {memory.needsReview && <span data-tone="warn">Suggested</span>}
      {memory.disputed && <span data-tone="warn">Disputed</span>}
      {memory.stale && <span data-tone="warn">Stale</span>}
      {memory.tainted && <span data-tone="bad">Untrusted source</span>}
      {memory.branch && <span data-tone="off">{`On branch ${memory.branch}`}</span>}
      {memory.status === 'deprecated' && <span data-tone="off">Archived</span>}
      {memory.verified && (
        <span data-tone="good">
          <Icon name="check" size={12} />
          Confirmed
        </span>
      )}
    </span>
  );
}
