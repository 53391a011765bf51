import { useState } from 'react';

/** Whether this is the first visit; it stays so until the person has seen what was learned, however soon something is. */
export function useFirstRun(isEmpty: boolean): { open: boolean; close: () => void } {
  const [seen, setSeen] = useState<'nothing yet' | 'open' | 'closed'>('nothing yet');
  if (isEmpty && seen === 'nothing yet') setSeen('open');
  return { open: isEmpty || seen === 'open', close: () => setSeen('closed') };
}
