import { notifications } from '@mantine/notifications';
import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';
import { useMemo } from 'react';
import type { CallError } from '../calls/trouble.ts';
import { useDo } from '../calls/verb.ts';
import { fill } from '../words/say.ts';
import { number } from '../words/times.ts';
import { toldTrouble } from '../words/trouble.ts';
import { actionTexts } from './action-texts.ts';
import { useActionToast } from './undo.tsx';

type BulkInput = Input<'bulk'>;
export type MemoryActionName = BulkInput['action'];
/** These memories, or all that a filter lets through. */
export type BulkTarget = Pick<BulkInput, 'ids' | 'same' | 'filter' | 'expected'>;

/** How long the daemon keeps what was deleted; the offer to undo it stays as long. */
const DELETE_UNDO_MS = 30_000;

/** What a person can do to memories; each is told, and can be taken back where that is possible. */
export interface MemoryActions {
  all(action: MemoryActionName, whom: BulkTarget, onDone?: () => void): void;
  /** `same`: other wordings of it, which are decided along. */
  correct(id: string, text: string, more?: { same?: string[]; onDone?: () => void }): void;
  change(id: string, to: Input<'change'>['to']): void;
  busy: boolean;
}

/** The actions on memories of the chosen project. */
export function useMemoryActions(): MemoryActions {
  const bulk = useDo('bulk');
  const correct = useDo('correct');
  const change = useDo('change');
  const tell = useActionToast();
  const busy = bulk.isPending || correct.isPending || change.isPending;
  // As promises: the dialog or row that asked for it may be gone by then.
  const { mutateAsync: doBulk } = bulk;
  const { mutateAsync: doCorrect } = correct;
  const { mutateAsync: doChange } = change;
  return useMemo(() => {
    const onError = (trouble: CallError) => {
      const { message, hint } = toldTrouble(trouble);
      notifications.show({ title: message, message: hint, color: 'red' });
    };
    return {
      busy,
      all: (action, whom, onDone) =>
        void doBulk({ action, ...whom }).then(({ action: made, done, left }) => {
          const because = left[0] ? left[0].because : '';
          const did =
            done.length === 0
              ? `Nothing changed: ${because}`
              : fill(actionTexts[`did.${action}`], { n: done.length });
          const rest =
            done.length > 0 && left.length > 0 ? ` ${number(left.length)} unchanged: ${because}` : '';
          tell(
            did + rest,
            made === null ? undefined : { action: made },
            action === 'forget' ? DELETE_UNDO_MS : undefined,
          );
          onDone?.();
        }, onError),
      correct: (id, text, { same, onDone } = {}) =>
        void doCorrect({ id, text, same }).then(({ redacted }) => {
          const more = redacted.length > 0 ? `. A secret was redacted.` : '';
          tell(`Saved${more}`, { id });
          onDone?.();
        }, onError),
      change: (id, to) => void doChange({ id, to }).then(() => tell('Changed', { id }), onError),
    };
  }, [busy, doBulk, doCorrect, doChange, tell]);
}
