import type { ReactNode } from 'react';
import { Icon, type IconName } from '../theme/icons.tsx';
import styles from './states.module.css';

interface EmptyProps {
  icon?: IconName;
  title: string;
  children?: ReactNode;
}

/** Says that there is nothing here, and what would change that. */
export const Empty = ({ icon = 'spark', title, children }: EmptyProps) => (
  <div className={styles.empty}>
    <Icon name={icon} size={28} />
    <h2>{title}</h2>
    {children && <div className={styles.emptyText}>{children}</div>}
  </div>
);
