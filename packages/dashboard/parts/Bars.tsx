import { Progress } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './bars.module.css';

interface BarsProps {
  /** What the bars show. */
  label: string;
  rows: readonly { name: string; label?: ReactNode; value: number; says: string }[];
  /** The value of a whole bar; the largest one where it is not told. */
  whole?: number;
}

/** Values as bars below one another, each with its name and what it says in words. */
export function Bars({ label, rows, whole = Math.max(...rows.map(({ value }) => value), 0.1) }: BarsProps) {
  return (
    <ul className={`fine ${styles.bars}`} aria-label={label}>
      {rows.map(({ name, label: shown = name, value, says }) => (
        <li key={name}>
          <span>{shown}</span>
          <Progress value={(100 * value) / whole} aria-label={`${label}, ${name}`} />
          <small>{says}</small>
        </li>
      ))}
    </ul>
  );
}
