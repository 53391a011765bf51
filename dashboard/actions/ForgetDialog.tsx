import { Button, Group } from '@mantine/core';
import { Dialog } from '../parts/Dialog.tsx';
import { useWords } from '../words/say.ts';
import { actionTexts } from './action-texts.ts';
import styles from './actions.module.css';

interface ForgetDialogProps {
  opened: boolean;
  /** How many are to be deleted. */
  count: number;
  /** The first of them, to be quoted. */
  texts: readonly string[];
  onClose: () => void;
  onForget: () => void;
}

const MAX_QUOTED = 3;

/** Asks before the one action that cannot be undone, and quotes what it deletes. */
export function ForgetDialog({ opened, count, texts, onClose, onForget }: ForgetDialogProps) {
  const say = useWords(actionTexts);
  return (
    <Dialog opened={opened} onClose={onClose} title={say('forget.title', { n: count })} centered>
      {texts.slice(0, MAX_QUOTED).map((text) => (
        <blockquote key={text} className={styles.quoted}>
          {text}
        </blockquote>
      ))}
      {count > MAX_QUOTED && <p className="quiet">{say('forget.more', { n: count - MAX_QUOTED })}</p>}
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
