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
    <div className={`row ${styles.head}`}>
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
  <section className={`box ${styles.card} ${className}`}>
    {(title || side) && (
      <div className={styles.cardHead}>
        {title && <h2>{title}</h2>}
        {side && <small>{side}</small>}
      </div>
    )}
    {children}
  </section>
);

/** A part of a card or of what is shown beside a list, with a heading of its own. */
export const Section = ({ title, side, className, children }: CardProps & { title: string }) => (
  <section className={className} aria-label={title}>
    <h3>
      {title} {side && <small>{side}</small>}
    </h3>
    {children}
  </section>
);
