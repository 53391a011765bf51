import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useVerb } from '../calls/verb.ts';
import { PlainButton } from '../parts/buttons.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Answered } from '../parts/states.tsx';
import { MemoryText } from '../parts/text.tsx';
import { number } from '../words/times.ts';
import { askOf, type MemoryActionName, nameOf } from './action-texts.ts';
import styles from './actions.module.css';
import { type BulkTarget, useMemoryActions } from './memory-actions.tsx';

interface BulkDialogProps {
  action: MemoryActionName;
  whom: BulkTarget;
  onClose: () => void;
  /** It was done. */
  onDone?: () => void;
}

/** Shows what an action would change, with the texts, and asks; for deletion, which soon is final, rejecting is offered too. */
export function BulkDialog({ action, whom, onClose, onDone }: BulkDialogProps) {
  const memoryActions = useMemoryActions();
  const answer = useVerb('bulk', { action, ...whom, dryRun: true });
  const { data } = answer;
  const n = data?.done.length ?? 0;
  const total = n + (data?.left.length ?? 0);
  const act = (name: MemoryActionName) => {
    onClose();
    memoryActions.all(name, whom.filter ? { ...whom, expected: total } : whom, onDone);
  };
  const isFinal = action === 'forget';
  return (
    <Dialog
      onClose={onClose}
      title={askOf(action, n)}
      centered
      size="lg"
      actions={
        <>
          {isFinal && (
            <PlainButton disabled={n === 0} onClick={() => act('reject')}>
              Reject instead
            </PlainButton>
          )}
          <Button {...(isFinal && { color: 'red' })} disabled={n === 0} onClick={() => act(action)}>
            {nameOf(action)}
          </Button>
        </>
      }
    >
      <Answered of={answer} lines={3}>
        {({ named, left }) => (
          <>
            <Preview>
              {named.map(({ id, text }) => (
                <Quoted key={id} text={text} isFinal={isFinal} />
              ))}
            </Preview>
            {n > named.length && <p className="quiet">{`and ${number(n - named.length)} more`}</p>}
            {left[0] && <p className="quiet">{`${number(left.length)} unchanged: ${left[0].because}`}</p>}
          </>
        )}
      </Answered>
      <p>
        {isFinal
          ? 'Delete can be undone for 30 seconds; then the text and its copies are erased from disk. Reject hides it and can be undone later too.'
          : 'This can be undone.'}
      </p>
    </Dialog>
  );
}

/** What an action would change, which may be long. */
export const Preview = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <div style={{ maxHeight: '50vh', overflowY: 'auto' }} tabIndex={0}>
    {children}
  </div>
);

/** A memory that is about to change; `isFinal` where it goes. */
export const Quoted = ({ text, isFinal = false }: { text: string; isFinal?: boolean }) => (
  <blockquote className={styles.quoted} data-final={isFinal || undefined}>
    <MemoryText text={text} />
  </blockquote>
);
