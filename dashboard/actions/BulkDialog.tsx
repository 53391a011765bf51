import { Button, Group } from '@mantine/core';
import { useVerb } from '../calls/verb.ts';
import { Dialog } from '../parts/Dialog.tsx';
import { Loading } from '../parts/Loading.tsx';
import { MemoryText } from '../parts/MemoryText.tsx';
import { TroubleNote } from '../parts/TroubleNote.tsx';
import { useMessage } from '../words/message.ts';
import { useWords } from '../words/say.ts';
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
  const say = useWords(actionTexts);
  const told = useMessage();
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
    <Dialog opened onClose={onClose} title={say(`ask.${action}`, { n })} centered size="lg">
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
        <p className="quiet">{say('ask.more', { n: n - data!.named.length })}</p>
      )}
      {data?.left[0] && (
        <p className="quiet">
          {say('did.left', { n: data.left.length, because: told(data.left[0].because) })}
        </p>
      )}
      <p>{say(isFinal ? 'ask.final' : 'ask.undoable')}</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {say('ask.cancel')}
        </Button>
        {isFinal && (
          <Button variant="default" disabled={n === 0} onClick={() => act('reject')}>
            {say('ask.rejectInstead')}
          </Button>
        )}
        <Button {...(isFinal && { color: 'red' })} disabled={n === 0} onClick={() => act(action)}>
          {say(`do.${action}`)}
        </Button>
      </Group>
    </Dialog>
  );
}
