import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './with-tooltip.module.css';

/** A text with a tooltip, shown on hover, focus and touch. */
export const WithTooltip = ({ text, children }: { text: string; children: ReactNode }) => (
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
