import { ActionIcon, CloseButton, Tooltip } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useLocation } from 'wouter';
import { nameOf } from '../../actions/action-texts.ts';
import { BulkDialog } from '../../actions/BulkDialog.tsx';
import { useUndo } from '../../actions/undo.tsx';
import { useVerb } from '../../calls/verb.ts';
import { useKeys } from '../../keys/keys.ts';
import { PlainButton } from '../../parts/buttons.ts';
import { Keys } from '../../parts/Keys.tsx';
import { useEditor } from '../../parts/MemoryButtons.tsx';
import { Marks, TypePill } from '../../parts/memory.tsx';
import { placeOf } from '../../parts/place-of.ts';
import { Loading, TroubleNote } from '../../parts/states.tsx';
import { Ticked } from '../../parts/text.tsx';
import { Icon } from '../../theme/icons.tsx';
import { ago } from '../../words/times.ts';
import styles from './detail.module.css';
import { Facts } from './Facts.tsx';
import { useRowActions } from './row-actions.ts';
import { Dispute, Standing } from './Standing.tsx';
import { CodeTies, Effect, EvidenceList, History, Relations } from './sections.tsx';

const GONE = { message: 'This memory no longer exists.', hint: '' };

/** One memory from all sides, and what can be done to it. */
export function Detail({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isPending, refetch } = useVerb('portrait', { id });
  const [, go] = useLocation();
  const memory = data?.memory;
  const edit = useEditor(memory);
  const { memoryActions, one, forgetting, forget } = useRowActions(memory, {
    onCorrect: edit.open,
    listens: memory !== undefined,
  });
  const firstEvent = data?.evidence.flatMap(({ places }) => places)[0]?.event;
  const open = () => go(placeOf(firstEvent!));
  useKeys(
    firstEvent ? [{ keys: 'o', does: 'Open the source session', group: 'In the list', run: open }] : [],
  );

  return (
    <article className={styles.detail} aria-label="Memory details">
      <div className={`row ${styles.head}`}>
        {memory && (
          <>
            <TypePill type={memory.type} />
            <Marks memory={memory} />
          </>
        )}
        <span className="gap" />
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      {isPending && <Loading />}
      {error && !data && (
        <TroubleNote trouble={error.code === 'not_found' ? GONE : error} onAgain={refetch} />
      )}
      {data && memory && (
        <>
          {edit.editor || (
            <p className={`pre ${styles.text}`} dir="auto">
              <Ticked text={memory.text} />
            </p>
          )}
          <ActionBar
            pinned={memory.pinned}
            busy={memoryActions.busy}
            one={one}
            onCorrect={edit.open}
            onForget={forget.open}
            undoable={data.undoable}
          />
          <Standing portrait={data} />
          <Dispute memory={memory} />
          <EvidenceList evidence={data.evidence} />
          <Effect portrait={data} />
          <CodeTies portrait={data} />
          <Relations portrait={data} />
          <details>
            <summary>Advanced</summary>
            <Facts portrait={data} />
            <History portrait={data} />
          </details>
        </>
      )}
      {forgetting && (
        <BulkDialog action="forget" whom={{ ids: [id] }} onClose={forget.close} onDone={onClose} />
      )}
    </article>
  );
}

interface ActionBarProps {
  pinned: boolean;
  busy: boolean;
  one: (action: 'confirm' | 'reject' | 'pin' | 'unpin') => () => void;
  onCorrect: () => void;
  onForget: () => void;
  undoable: Output<'portrait'>['undoable'];
}

/** What can be done to a memory, with the key for each. */
function ActionBar({ pinned, busy, one, onCorrect, onForget, undoable }: ActionBarProps) {
  const undo = useUndo();
  const pin = pinned ? 'unpin' : 'pin';
  const actions = [
    [nameOf('confirm'), 'c', 'check', one('confirm')],
    ['Edit', 'e', 'edit', onCorrect],
    [nameOf('reject'), 'r', 'close', one('reject')],
    [nameOf(pin), 'p', 'pin', one(pin)],
  ] as const;
  return (
    <div className={`row ${styles.actions}`}>
      {actions.map(([name, key, icon, run]) => (
        <Tooltip key={name} label={<Keys keys={key} />}>
          <PlainButton px={9} disabled={busy} onClick={run} leftSection={<Icon name={icon} size={14} />}>
            {name}
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
