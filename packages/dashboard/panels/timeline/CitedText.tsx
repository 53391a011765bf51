import { UnstyledButton } from '@mantine/core';
import { type CitedPart, citedParts } from '@sqrl/base/model/citation.ts';
import { Link } from 'wouter';
import { useMemoryActions } from '../../actions/memory-actions.tsx';
import { Icon } from '../../theme/icons.tsx';
import { counted } from '../../words/say.ts';
import type { ReplayStep } from './StepView.tsx';
import styles from './timeline.module.css';

type CitedMemory = ReplayStep['cited'][number];

/** More citations than these stand together below the text. */
const MAX_INLINE = 5;
const BRIEF_CHARS = 40;

/** What an agent said, with a chip for each memory that it cites. */
export function CitedText({ text, cited }: { text: string; cited: readonly CitedMemory[] }) {
  if (cited.length === 0) return text;
  const isFew = cited.length <= MAX_INLINE;
  const parts = citedParts(text);
  const memoryOf = (part: CitedPart | undefined) =>
    part && 'id' in part ? cited.find(({ as }) => as === part.id) : undefined;
  return (
    <>
      {parts.map((part, i) => {
        const memory = memoryOf(part);
        // The blank before a citation goes with it.
        if (!memory || !('id' in part))
          return !isFew && memoryOf(parts[i + 1]) ? part.words.trimEnd() : part.words;
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text do not change places
        return isFew && <Chip key={i} memory={memory} brief={part.brief} />;
      })}
      {!isFew && (
        <details className={styles.all}>
          <summary>{`Used ${counted(cited.length, 'memory', 'memories: view all')}`}</summary>
          {cited.map((memory) => (
            <Chip key={memory.as} memory={memory} brief="" />
          ))}
        </details>
      )}
    </>
  );
}

/** A cited memory: it opens the memory, and flags it as wrong. */
function Chip({ memory: { id, type, text, archived }, brief }: { memory: CitedMemory; brief: string }) {
  const { all, busy } = useMemoryActions();
  const words = brief || (text.length > BRIEF_CHARS ? `${text.slice(0, BRIEF_CHARS - 1)}…` : text);
  return (
    <span
      className={styles.chip}
      data-type={type}
      data-tone={type === 'dead_end' ? 'bad' : 'warn'}
      data-archived={archived || undefined}
    >
      <Link href={`/memories?m=${id}`} title={text} className="plain cut">
        {words}
      </Link>
      {!archived && (
        <UnstyledButton
          aria-label={`Reject the memory “${words}”`}
          title="Wrong? Reject this memory"
          disabled={busy}
          onClick={() => all('reject', { ids: [id] })}
        >
          <Icon name="flag" size={12} />
        </UnstyledButton>
      )}
    </span>
  );
}
