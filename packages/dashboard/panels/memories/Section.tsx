import type { ReactNode } from 'react';
import styles from './detail.module.css';

/** A part of a memory's portrait. */
export const Section = ({
  title,
  side,
  children,
}: {
  title: string;
  side?: ReactNode;
  children: ReactNode;
}) => (
  <section className={styles.section}>
    <h3>
      {title} {side && <span>{side}</span>}
    </h3>
    {children}
  </section>
);
