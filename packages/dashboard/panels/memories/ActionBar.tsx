import { ActionIcon, Tooltip } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { actionTexts } from '../../actions/action-texts.ts';
import { useUndo } from '../../actions/undo.tsx';
import { PlainButton } from '../../parts/buttons.ts';
import { Keys } from '../../parts/Keys.tsx';
import { Icon, type IconName } from '../../theme/icons.tsx';
import { ago } from '../../words/times.ts';
import styles from './detail.module.css';

interface ActionBarProps {
  pinned: boolean;
  busy: boolean;
  one: (action: 'confirm' | 'reject' | 'pin' | 'unpin') => () => void;
  onCorrect: () => void;
  onForget: () => void;
  undoable: Output<'portrait'>['undoable'];
}

/** What can be done to a memory, with the key for each. */
export function ActionBar({ pinned, busy, one, onCorrect, onForget, undoable }: ActionBarProps) {
  const undo = useUndo();
  const pin = pinned ? 'unpin' : 'pin';
  const actions: [
    name: keyof typeof actionTexts & `do.${string}`,
    key: string,
    icon: IconName,
    run: () => void,
  ][] = [
    ['do.confirm', 'c', 'check', one('confirm')],
    ['do.correct', 'e', 'edit', onCorrect],
    ['do.reject', 'r', 'close', one('reject')],
    [`do.${pin}`, 'p', 'pin', one(pin)],
  ];
  return (
    <div className={`row ${styles.actions}`}>
      {actions.map(([name, key, icon, run]) => (
        <Tooltip key={name} label={<Keys keys={key} />}>
          <PlainButton px={9} disabled={busy} onClick={run} leftSection={<Icon name={icon} size={14} />}>
            {actionTexts[name]}
          </PlainButton>
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
