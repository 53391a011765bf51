import { ActionIcon, Button, Tooltip } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { actionTexts } from '../../actions/action-texts.ts';
import { useUndo } from '../../actions/undo.tsx';
import { Keys } from '../../parts/Keys.tsx';
import { Icon, type IconName } from '../../theme/icons.tsx';
import { ago } from '../../words/times.ts';
import styles from './detail.module.css';

interface ActionBarProps {
  pinned: boolean;
  busy: boolean;
  onAction: (action: 'confirm' | 'reject' | 'pin' | 'unpin') => void;
  onCorrect: () => void;
  onForget: () => void;
  undoable: Output<'portrait'>['undoable'];
}

/** What can be done to a memory, with the key for each. */
export function ActionBar({ pinned, busy, onAction, onCorrect, onForget, undoable }: ActionBarProps) {
  const undo = useUndo();
  const pin = pinned ? 'unpin' : 'pin';
  const actions: {
    name: 'confirm' | 'correct' | 'reject' | 'pin' | 'unpin';
    key: string;
    icon: IconName;
    run(): void;
  }[] = [
    { name: 'confirm', key: 'c', icon: 'check', run: () => onAction('confirm') },
    { name: 'correct', key: 'e', icon: 'edit', run: onCorrect },
    { name: 'reject', key: 'r', icon: 'close', run: () => onAction('reject') },
    { name: pin, key: 'p', icon: 'pin', run: () => onAction(pin) },
  ];
  return (
    <div className={styles.actions}>
      {actions.map(({ name, key, icon, run }) => (
        <Tooltip key={name} label={<Keys keys={key} />}>
          <Button
            variant="default"
            px={9}
            disabled={busy}
            onClick={run}
            leftSection={<Icon name={icon} size={14} />}
          >
            {actionTexts[`do.${name}`]}
          </Button>
        </Tooltip>
      ))}
      <span className="gap" />
      {undoable && (
        <Tooltip label={`Undo: ${undoable.did}, ${ago(undoable.at)}`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Undo"
            onClick={() => undo({ action: undoable.action })}
          >
            <Icon name="undo" />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label="Delete">
        <ActionIcon variant="subtle" c="var(--bad)" disabled={busy} aria-label="Delete" onClick={onForget}>
          <Icon name="trash" />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
