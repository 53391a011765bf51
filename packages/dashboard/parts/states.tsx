import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Component, type ReactNode, useEffect, useState } from 'react';
import type { CallError } from '../calls/trouble.ts';
import { Icon, type IconName } from '../theme/icons.tsx';
import styles from './states.module.css';
import { Ticked } from './text.tsx';

/** Says that something is on its way, but only to those who have waited a moment. */
export function Loading({ page, lines = 4 }: { page?: boolean | undefined; lines?: number | undefined }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 180);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={page ? styles.page : styles.lines} role="status" aria-busy="true">
      <span className="unseen">Loading…</span>
      {late &&
        Array.from({ length: lines }, (_, i) => `line ${i}`).map((line) => (
          <div key={line} className={styles.bone} aria-hidden="true" />
        ))}
    </div>
  );
}

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
    {children && <div>{children}</div>}
  </div>
);

interface TroubleNoteProps {
  trouble: Pick<CallError, 'message' | 'hint'>;
  onAgain?: () => void;
  page?: boolean | undefined;
}

/** Says what went wrong and what to try. */
export function TroubleNote({ trouble: { message, hint }, onAgain, page }: TroubleNoteProps) {
  return (
    <div className={page ? styles.page : undefined}>
      <div className={`box ${styles.trouble}`} role="alert">
        <Icon name="warning" size={20} />
        <div>
          <strong>{message}</strong>
          {hint && (
            <p>
              <Ticked text={hint} />
            </p>
          )}
          {onAgain && (
            <Button variant="default" mt="sm" onClick={onAgain}>
              Try again
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

interface AnsweredProps<T> {
  of: UseQueryResult<T, CallError>;
  /** How many lines are expected. */
  lines?: number;
  page?: boolean;
  children: (data: T) => ReactNode;
}

/** What a verb answered; before, that it is on its way, or why it does not come. */
export function Answered<T>({ of: { data, error, refetch }, lines, page, children }: AnsweredProps<T>) {
  if (data !== undefined) return children(data);
  return error ? (
    <TroubleNote trouble={error} onAgain={refetch} page={page} />
  ) : (
    <Loading lines={lines} page={page} />
  );
}

/** Keeps a mistake in one panel from taking the whole page with it. */
export class PanelErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <TroubleNote trouble={BROKEN} onAgain={() => this.setState({ failed: false })} page />;
  }
}

const BROKEN = {
  message: 'This part of the page crashed.',
  hint: 'Reload the page; if it happens again, please report it.',
};
