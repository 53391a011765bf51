import type { Memory } from '../../src/model/memory.ts';
import { Icon } from '../theme/icons.tsx';
import { useAttribution } from '../words/attribution.ts';
import { nounWords } from '../words/nouns.ts';
import { useWords } from '../words/say.ts';
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
  const say = useWords(nounWords);
  const from = useAttribution();
  return (
    <span className={styles.marks}>
      {memory.pinned && (
        <span data-tone="accent">
          <Icon name="pin" size={12} />
          {say('mark.pinned')}
        </span>
      )}
      {memory.userId && <span data-tone="accent">{say('mark.from', { person: from(memory) })}</span>}
      {memory.needsReview && <span data-tone="warn">{say('mark.needsReview')}</span>}
      {memory.disputed && <span data-tone="warn">{say('mark.disputed')}</span>}
      {memory.stale && <span data-tone="warn">{say('state.stale')}</span>}
      {memory.tainted && <span data-tone="bad">{say('mark.tainted')}</span>}
      {memory.branch && <span data-tone="off">{say('mark.branch', { branch: memory.branch })}</span>}
      {memory.status === 'deprecated' && <span data-tone="off">{say('status.deprecated')}</span>}
      {memory.verified && (
        <span data-tone="good">
          <Icon name="check" size={12} />
          {say('mark.verified')}
        </span>
      )}
    </span>
  );
}
