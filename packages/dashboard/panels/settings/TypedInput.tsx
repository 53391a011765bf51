import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface TypedInputProps {
  value: string;
  /** Told what was typed, when it is done and differs. */
  onKeep: (typed: string) => void;
  /** Told when somebody types on, or thinks better of it. */
  onTyping: () => void;
  refused: string | undefined;
  isSaving: boolean;
  isNumber: boolean;
  placeholder?: string;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
}

/** A field that keeps what is typed on Enter or when it is left; Escape takes it back. */
export function TypedInput({
  value,
  onKeep,
  onTyping,
  refused,
  isSaving,
  isNumber,
  ...rest
}: TypedInputProps) {
  // With the value that was to be replaced, once it is kept. A value that arrives late leaves alone what is typed meanwhile.
  const [draft, setDraft] = useState<{ text: string; instead?: string }>();
  if (draft?.instead !== undefined && draft.instead !== value) setDraft(undefined);
  const keep = () => {
    const text = draft?.text.trim();
    if (text === undefined || text === value || (isSaving && draft?.instead !== undefined)) return;
    setDraft({ text, instead: value });
    onKeep(text);
  };
  return (
    <TextInput
      {...rest}
      size="xs"
      error={refused}
      inputMode={isNumber ? 'decimal' : 'text'}
      spellCheck={false}
      value={draft?.text ?? value}
      onChange={(event) => {
        onTyping();
        setDraft({ text: event.currentTarget.value });
      }}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') {
          onTyping();
          setDraft(undefined);
        }
      }}
    />
  );
}
