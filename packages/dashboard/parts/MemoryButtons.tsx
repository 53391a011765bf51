import { useDisclosure } from '@mantine/hooks';
import { actionTexts } from '../actions/action-texts.ts';
import { useMemoryActions } from '../actions/memory-actions.tsx';
import { RowButton } from './buttons.ts';
import { TextEditor } from './TextEditor.tsx';

/** Edits, rejects or mutes one memory where it is shown. */
export function MemoryButtons({ id, text }: { id: string; text: string }) {
  const { all, correct, busy } = useMemoryActions();
  const [editing, edit] = useDisclosure(false);
  if (editing)
    return (
      <TextEditor
        text={text}
        busy={busy}
        onCancel={edit.close}
        onSave={(typed) => correct(id, typed, { onDone: edit.close })}
      />
    );
  return (
    <div className="row">
      <RowButton disabled={busy} onClick={edit.open}>
        Edit
      </RowButton>
      {(['reject', 'mute'] as const).map((action) => (
        <RowButton key={action} disabled={busy} onClick={() => all(action, { ids: [id] })}>
          {actionTexts[`do.${action}`]}
        </RowButton>
      ))}
    </div>
  );
}
