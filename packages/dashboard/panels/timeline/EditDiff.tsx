import type { ReactNode } from 'react';
import { useVerb } from '../../calls/verb.ts';
import { type EditLine, editLines } from './edits.ts';
import styles from './timeline.module.css';

interface EditDiffProps {
  event: { id: string; text: string };
  /** Shown where it cannot be told what was changed. */
  children: ReactNode;
}

/** What an edit changed. Some clients' edits are stored by name only; then the log has the rest. */
export function EditDiff({ event: { id, text }, children }: EditDiffProps) {
  const stored = editLines(text);
  const { data } = useVerb('logAround', { event: id, around: 0 }, { enabled: stored.length === 0 });
  const logged = data?.lines?.find(({ here }) => here)?.text;
  const lines = stored.length > 0 || logged === undefined ? stored : editLines(logged);
  return lines.length > 0 ? <Lines of={lines} /> : children;
}

const Lines = ({ of }: { of: readonly EditLine[] }) => {
  return (
    <section aria-label="What it changed">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={styles.diff} tabIndex={0}>
        {of.map(({ sign, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a diff have no other name, and never move
          <div key={i} data-sign={sign}>
            {`${sign} ${text}`}
          </div>
        ))}
      </pre>
    </section>
  );
};
