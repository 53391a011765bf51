import type { Input } from '@sqrl/squirrel/protocol/verbs.ts';
import { useMemo } from 'react';
import { useDo } from '../calls/verb.ts';
import { number } from '../words/times.ts';
import { didOf, type MemoryActionName } from './action-texts.ts';
import { tellTrouble, useActionToast } from './undo.tsx';

type BulkInput = Input<'bulk'>;
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
  return useMemo(
    () => ({
      busy,
      all: (action, whom, onDone) =>
        void doBulk({ action, ...whom }).then(({ action: made, done, left }) => {
          const because = left[0]?.because ?? '';
          const rest = left.length > 0 ? ` ${number(left.length)} unchanged: ${because}` : '';
          tell(
            done.length === 0 ? `Nothing changed: ${because}` : didOf(action, done.length) + rest,
            made === null ? undefined : { action: made },
            action === 'forget' ? DELETE_UNDO_MS : undefined,
          );
          onDone?.();
        }, tellTrouble),
      correct: (id, text, { same, onDone } = {}) =>
        void doCorrect({ id, text, same }).then(({ redacted }) => {
          tell(`Saved${redacted.length > 0 ? '. A secret was redacted.' : ''}`, { id });
          onDone?.();
        }, tellTrouble),
      change: (id, to) => void doChange({ id, to }).then(() => tell('Changed', { id }), tellTrouble),
    }),
    [busy, doBulk, doCorrect, doChange, tell],
  );
}
