import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './with-tooltip.module.css';

/** Something that explains itself to who points at it or comes to it by keyboard. */
export const Told = ({ text, children }: { text: string; children: ReactNode }) => (
  <Tooltip
    label={text}
    multiline
    maw={320}
    events={{ hover: true, focus: true, touch: true }}
    position="bottom-start"
  >
    <button type="button" className={styles.told}>
      {children}
    </button>
  </Tooltip>
);
