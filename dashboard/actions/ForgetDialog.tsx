import { Button, Group } from '@mantine/core';
import { Dialog } from '../parts/Dialog.tsx';
import { useWords } from '../words/say.ts';
import { actionTexts } from './action-texts.ts';

interface ForgetDialogProps {
  opened: boolean;
  /** How many are to be forgotten. */
  count: number;
  onClose: () => void;
  onForget: () => void;
}

/** Asks before the one thing that cannot be taken back. */
export function ForgetDialog({ opened, count, onClose, onForget }: ForgetDialogProps) {
  const say = useWords(actionTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={say('forget.title', { n: count })} centered>
      <p>{say('forget.text')}</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {say('forget.cancel')}
        </Button>
        <Button color="red" onClick={onForget}>
          {say('do.forget')}
        </Button>
      </Group>
    </Dialog>
  );
}
