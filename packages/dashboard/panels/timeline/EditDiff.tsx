import type { ReactNode } from 'react';
import { useVerb } from '../../calls/verb.ts';
import { Diff } from '../../parts/Diff.tsx';
import { editLines } from './edits.ts';

interface EditDiffProps {
  event: { id: string; text: string };
  /** Shown where it cannot be told what was changed. */
  children: ReactNode;
}

/** What an edit changed. Some clients' edits are stored by name only; then the log has the rest. */
export function EditDiff({ event: { id, text }, children }: EditDiffProps) {
  const stored = editLines(text);
  const { data } = useVerb('logRecord', { event: id }, { enabled: stored.length === 0 });
  const lines = stored.length > 0 || !data?.text ? stored : editLines(data.text);
  return lines.length === 0 ? (
    children
  ) : (
    <section aria-label="What it changed">
      <Diff lines={lines} />
    </section>
  );
}
