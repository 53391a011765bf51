import { useDisclosure } from '@mantine/hooks';
import type { Memory } from '@sqrl/base/model/memory.ts';
import { nameOf } from '../../actions/action-texts.ts';
import { useMemoryActions } from '../../actions/memory-actions.tsx';
import { type KeyBinding, useKeys } from '../../keys/keys.ts';

interface RowActionOptions {
  onCorrect?: () => void;
  /** Whether the keys are heard here; an open memory hears them itself. */
  listens?: boolean;
}

/** The keys for changing one memory. They are in the help also while no memory is chosen, and do nothing then. */
export function useRowActions(
  memory: Pick<Memory, 'id' | 'pinned'> | undefined,
  { onCorrect, listens = true }: RowActionOptions = {},
) {
  const memoryActions = useMemoryActions();
  const [forgetting, forget] = useDisclosure(false);
  const group = 'Memory actions';
  const one = (action: 'confirm' | 'reject' | 'pin' | 'unpin' | 'forget') => () => {
    if (memory) memoryActions.all(action, { ids: [memory.id] });
  };
  const pin = memory?.pinned ? 'unpin' : 'pin';
  const actions: KeyBinding[] = listens
    ? [
        { keys: 'c', does: 'Confirm', group, run: one('confirm') },
        ...(onCorrect ? [{ keys: 'e', does: 'Edit', group, run: onCorrect }] : []),
        { keys: 'r', does: 'Reject', group, run: one('reject') },
        { keys: 'p', does: nameOf(pin), group, run: one(pin) },
        ...(onCorrect ? [{ keys: 'delete', does: 'Delete', group, run: forget.open }] : []),
      ]
    : [];
  useKeys(actions.map((action) => ({ ...action, idle: memory === undefined })));
  return { memoryActions, one, forgetting, forget };
}
