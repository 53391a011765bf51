import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';

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
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const keep = () => {
    if (!isSaving && typed.trim() !== value) onKeep(typed.trim());
  };
  return (
    <TextInput
      {...rest}
      size="xs"
      error={refused}
      inputMode={isNumber ? 'decimal' : 'text'}
      spellCheck={false}
      value={typed}
      onChange={(event) => {
        onTyping();
        setTyped(event.currentTarget.value);
      }}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep();
        if (event.key === 'Escape') {
          onTyping();
          setTyped(value);
        }
      }}
    />
  );
}
