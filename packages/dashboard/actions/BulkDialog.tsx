import { Button, Group } from '@mantine/core';
import { useVerb } from '../calls/verb.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Loading, TroubleNote } from '../parts/states.tsx';
import { MemoryText } from '../parts/text.tsx';
import { fill } from '../words/say.ts';
import { number } from '../words/times.ts';
import { actionTexts } from './action-texts.ts';
import styles from './actions.module.css';
import { type BulkTarget, type MemoryActionName, useMemoryActions } from './memory-actions.tsx';

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
  const { data, error, refetch } = useVerb('bulk', { action, ...whom, dryRun: true });
  const n = data?.done.length ?? 0;
  const total = n + (data?.left.length ?? 0);
  const act = (name: MemoryActionName) => {
    onClose();
    memoryActions.all(name, whom.filter ? { ...whom, expected: total } : whom, onDone);
  };
  const isFinal = action === 'forget';
  return (
    <Dialog opened onClose={onClose} title={fill(actionTexts[`ask.${action}`], { n })} centered size="lg">
      {!data && !error && <Loading lines={3} />}
      {error && !data && <TroubleNote trouble={error} onAgain={refetch} />}
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <div className={styles.preview} tabIndex={0}>
          {data.named.map(({ id, text }) => (
            <blockquote key={id} className={styles.quoted} data-final={isFinal || undefined}>
              <MemoryText text={text} />
            </blockquote>
          ))}
        </div>
      )}
      {n > (data?.named.length ?? 0) && (
        <p className="quiet">{`and ${number(n - data!.named.length)} more`}</p>
      )}
      {data?.left[0] && (
        <p className="quiet">{`${number(data.left.length)} unchanged: ${data.left[0].because}`}</p>
      )}
      <p>
        {isFinal
          ? 'Delete can be undone for 30 seconds; then the text and its copies are erased from disk. Reject hides it and can be undone later too.'
          : 'This can be undone.'}
      </p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        {isFinal && (
          <Button variant="default" disabled={n === 0} onClick={() => act('reject')}>
            Reject instead
          </Button>
        )}
        <Button {...(isFinal && { color: 'red' })} disabled={n === 0} onClick={() => act(action)}>
          {actionTexts[`do.${action}`]}
        </Button>
      </Group>
    </Dialog>
  );
}
