import { Button, Group, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { nameOf } from '../actions/action-texts.ts';
import { useMemoryActions } from '../actions/memory-actions.tsx';
import { RowButton } from './buttons.ts';
import { Keys } from './Keys.tsx';

interface EditorOptions {
  /** Other wordings of it, which are decided along. */
  same?: string[];
}

/** Changes the text of a memory where it is shown: `editor` takes the place of the text while it is open. */
export function useEditor(memory: { id: string; text: string } | undefined, { same }: EditorOptions = {}) {
  const { correct, busy } = useMemoryActions();
  const [editing, { open, close }] = useDisclosure(false);
  const editor = editing && memory && (
    <TextEditor
      text={memory.text}
      busy={busy}
      onCancel={close}
      onSave={(text) => correct(memory.id, text, { ...(same && { same }), onDone: close })}
    />
  );
  return { editor, open };
}

/** Edits, rejects or mutes one memory where it is shown. */
export function MemoryButtons(memory: { id: string; text: string }) {
  const { all, busy } = useMemoryActions();
  const { editor, open } = useEditor(memory);
  return (
    editor || (
      <div className="row">
        <RowButton disabled={busy} onClick={open}>
          Edit
        </RowButton>
        {(['reject', 'mute'] as const).map((action) => (
          <RowButton key={action} disabled={busy} onClick={() => all(action, { ids: [memory.id] })}>
            {nameOf(action)}
          </RowButton>
        ))}
      </div>
    )
  );
}

interface TextEditorProps {
  text: string;
  busy: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
}

/** Says a memory otherwise. */
function TextEditor({ text, busy, onSave, onCancel }: TextEditorProps) {
  const [typed, setTyped] = useState(text);
  const may = typed.trim() !== '' && typed.trim() !== text && !busy;
  return (
    <div>
      <Textarea
        autosize
        minRows={2}
        maxRows={16}
        data-autofocus
        autoFocus
        aria-label="New text"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && may) onSave(typed.trim());
          if (event.key === 'Escape') onCancel();
        }}
      />
      <Group mt="xs" gap="xs">
        <Button disabled={!may} onClick={() => onSave(typed.trim())} rightSection={<Keys keys="mod+enter" />}>
          Save
        </Button>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </div>
  );
}
