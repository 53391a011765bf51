import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** What stands beside the title: choices about the whole panel. */
  side?: ReactNode;
  children: ReactNode;
}

/** A panel that scrolls: its title, and what it shows. */
export const Page = ({ title, side, children }: PageProps) => (
  <div className={styles.page}>
    <div className={styles.head}>
      <h1>{title}</h1>
      {side}
    </div>
    {children}
  </div>
);

interface CardProps {
  title?: ReactNode;
  /** Beside the title, quietly. */
  side?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a panel with a title of its own. */
export const Card = ({ title, side, className = '', children }: CardProps) => (
  <section className={`${styles.card} ${className}`}>
    {(title || side) && (
      <div className={styles.cardHead}>
        {title && <h2>{title}</h2>}
        {side && <div className={styles.cardSide}>{side}</div>}
      </div>
    )}
    {children}
  </section>
);
