import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Keys } from './Keys.tsx';

interface TextEditorProps {
  text: string;
  busy: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
}

/** Says a memory otherwise. */
export function TextEditor({ text, busy, onSave, onCancel }: TextEditorProps) {
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
