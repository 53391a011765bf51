import { NativeSelect, SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  /** What can be chosen, with what each is called. */
  names: Readonly<Partial<Record<T, ReactNode>>>;
  onChoose: (value: T) => void;
}

/** One of a few, which stand next to one another. */
export const Choice = <T extends string>({ label, value, names, onChoose }: ChoiceProps<T>) => (
  <SegmentedControl
    size="xs"
    aria-label={label}
    value={value}
    onChange={(chosen) => onChoose(chosen as T)}
    data={Object.entries<ReactNode>(names).map(([one, name]) => ({ value: one, label: name }))}
  />
);

interface ListChoiceProps<T extends string> extends Omit<ChoiceProps<T>, 'names'> {
  names: Readonly<Record<string, string>>;
  disabled?: boolean;
}

/** One of several, in a list that opens. */
export const ListChoice = <T extends string>({ label, names, onChoose, ...rest }: ListChoiceProps<T>) => (
  <NativeSelect
    size="xs"
    aria-label={label}
    {...rest}
    onChange={({ currentTarget }) => onChoose(currentTarget.value as T)}
    data={Object.entries(names).map(([value, name]) => ({ value, label: name }))}
  />
);
