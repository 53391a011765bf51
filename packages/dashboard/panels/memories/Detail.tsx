import { CloseButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from 'wouter';
import { BulkDialog } from '../../actions/BulkDialog.tsx';
import { useVerb } from '../../calls/verb.ts';
import { useKeys } from '../../keys/keys.ts';
import { Marks, TypePill } from '../../parts/memory.tsx';
import { placeOf } from '../../parts/place-of.ts';
import { Loading, TroubleNote } from '../../parts/states.tsx';
import { TextEditor } from '../../parts/TextEditor.tsx';
import { Ticked } from '../../parts/text.tsx';
import { ActionBar } from './ActionBar.tsx';
import { Dispute } from './Dispute.tsx';
import styles from './detail.module.css';
import { Effect } from './Effect.tsx';
import { Facts } from './Facts.tsx';
import { Relations } from './Relations.tsx';
import { useRowActions } from './row-actions.ts';
import { Standing } from './Standing.tsx';
import { CodeTies, EvidenceList, History } from './sections.tsx';

const GONE = { message: 'This memory no longer exists.', hint: '', code: 'not_found' } as const;

/** One memory from all sides, and what can be done to it. */
export function Detail({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isPending, refetch } = useVerb('portrait', { id });
  const [editing, edit] = useDisclosure(false);
  const [, go] = useLocation();
  const memory = data?.memory;
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
          {editing ? (
            <TextEditor
              text={memory.text}
              busy={memoryActions.busy}
              onCancel={edit.close}
              onSave={(text) => memoryActions.correct(memory.id, text, { onDone: edit.close })}
            />
          ) : (
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
