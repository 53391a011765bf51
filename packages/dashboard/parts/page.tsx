import { Button, Group, Modal, type ModalProps, Progress, Skeleton } from '@mantine/core';
import type { Verb } from '@sqrl/squirrel/protocol/verbs.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { Component, type ReactNode, useEffect, useState } from 'react';
import type { CallError } from '../calls/trouble.ts';
import type { CallProgress, LongCall } from '../calls/verb.ts';
import { Icon, type IconName } from '../theme/icons.tsx';
import { percent } from '../words/say.ts';
import { PlainButton, RowButton } from './controls.tsx';
import { Ticked } from './memory.tsx';

interface PartProps {
  title: string;
  /** Beside the title: choices about a panel, or a quiet word about a card. */
  side?: ReactNode;
  children: ReactNode;
}

export const Page = ({ title, side, children }: PartProps) => (
  <div className="page">
    <div className="row page-head">
      <h1 className="gap">{title}</h1>
      {side}
    </div>
    {children}
  </div>
);

export const Card = ({ title, side, children }: Partial<PartProps>) => (
  <section className="box card">
    {(title || side) && (
      <div className="card-head">
        {title && <h2>{title}</h2>}
        {side && <small>{side}</small>}
      </div>
    )}
    {children}
  </section>
);

/** A part of a card or of what is shown beside a list, with a heading of its own. */
export const Section = ({ title, side, children }: PartProps) => (
  <section className="section" aria-label={title}>
    <h3>
      {title} {side && <small>{side}</small>}
    </h3>
    {children}
  </section>
);

interface ItemsProps<T> {
  title: string;
  side?: ReactNode;
  of: readonly T[];
  id: (one: T) => string;
  after?: ReactNode;
  children: (one: T, index: number) => ReactNode;
}

/** A section with a list; nothing where the list is empty. */
export const Items = <T,>({ title, side, of, id, after, children }: ItemsProps<T>) =>
  of.length > 0 && (
    <Section title={title} side={side}>
      <ol className="stack">
        {of.map((one, i) => (
          <li key={id(one)}>{children(one, i)}</li>
        ))}
      </ol>
      {after}
    </Section>
  );

interface RowProps {
  name: ReactNode;
  /** Small things to know; what is false is left out. */
  facts?: readonly ReactNode[] | undefined;
  note?: ReactNode;
  /** How it stands, or what can be done. */
  children?: ReactNode;
}

export const Row = ({ name, facts = [], note, children }: RowProps) => (
  <li>
    <div>
      <b className="wrap">{name}</b>
      <span className="facts">
        {facts.map(
          (fact, i) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: facts have no other name, and keep their order
            fact && <span key={i}>{fact}</span>,
        )}
      </span>
      {note && <small>{note}</small>}
    </div>
    {children}
  </li>
);

interface TableProps {
  label: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[]; isOpen?: boolean }[];
}

export const Table = ({ label, head, rows }: TableProps) => (
  <table>
    <caption className="unseen">{label}</caption>
    <thead>
      <tr>
        {head.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="number">
      {rows.map(({ key, cells: [first, ...cells], isOpen }) => (
        <tr key={key} data-open={isOpen || undefined}>
          <th scope="row">{first}</th>
          {cells.map((cell, i) => (
            <td key={head[i + 1]}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

interface BarsProps {
  label: string;
  rows: readonly { name: string; label?: ReactNode; value: number; says: string }[];
  /** The value of a whole bar; the largest one where it is not told. */
  whole?: number;
}

export const Bars = ({
  label,
  rows,
  whole = Math.max(...rows.map(({ value }) => value), 0.1),
}: BarsProps) => (
  <ul className="fine bars" aria-label={label}>
    {rows.map(({ name, label: shown = name, value, says }) => (
      <li key={name}>
        <span>{shown}</span>
        <Progress value={(100 * value) / whole} aria-label={`${label}, ${name}`} />
        <small>{says}</small>
      </li>
    ))}
  </ul>
);

export const Diff = ({ lines }: { lines: readonly { sign: string; text: string }[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <pre className="box diff" tabIndex={0}>
    {lines.map(({ sign, text }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines of a diff have no other name, and never move
      <div key={i} data-sign={sign}>
        {sign === '…' ? sign : `${sign} ${text}`}
      </div>
    ))}
  </pre>
);

interface NoteProps {
  tone: 'good' | 'warn';
  role?: 'note' | 'status';
  children: ReactNode;
}

export const Note = ({ tone, role, children }: NoteProps) => (
  <div className="note" data-tone={tone} role={role}>
    <Icon name={tone === 'good' ? 'check' : 'warning'} />
    <span>{children}</span>
  </div>
);

interface DialogProps extends Omit<ModalProps, 'opened'> {
  opened?: boolean;
  /** What leaves all as it is; with `actions`. */
  cancel?: string;
  actions?: ReactNode;
}

export function Dialog({ opened = true, cancel = 'Cancel', actions, children, ...rest }: DialogProps) {
  return (
    <Modal opened={opened} {...rest} closeButtonProps={{ 'aria-label': 'Close' }}>
      {children}
      {actions !== undefined && (
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={rest.onClose} data-autofocus>
            {cancel}
          </Button>
          {actions}
        </Group>
      )}
    </Modal>
  );
}

/** Says that something is on its way, but only to those who have waited a moment. */
export function Loading({ page, lines = 4 }: { page?: boolean | undefined; lines?: number | undefined }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 180);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={page ? 'state-page' : 'state-lines'} role="status" aria-busy="true">
      <span className="unseen">Loading…</span>
      {late &&
        Array.from({ length: lines }, (_, i) => `line ${i}`).map((line) => (
          <Skeleton key={line} h="0.875rem" aria-hidden="true" />
        ))}
    </div>
  );
}

interface EmptyProps {
  icon?: IconName;
  title: string;
  children?: ReactNode;
}

export const Empty = ({ icon = 'spark', title, children }: EmptyProps) => (
  <div className="state-empty">
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

export const TroubleNote = ({ trouble: { message, hint }, onAgain, page }: TroubleNoteProps) => (
  <div className={page ? 'state-page' : undefined}>
    <div className="note" data-tone="bad" role="alert">
      <Icon name="warning" />
      <div className="stack">
        <strong>{message}</strong>
        {hint && (
          <span>
            <Ticked text={hint} />
          </span>
        )}
        {onAgain && (
          <PlainButton w="fit-content" onClick={onAgain}>
            Try again
          </PlainButton>
        )}
      </div>
    </div>
  </div>
);

interface AnsweredProps<T> {
  of: UseQueryResult<T, CallError>;
  lines?: number;
  page?: boolean;
  children: (data: T) => ReactNode;
}

export function Answered<T>({ of: { data, error, refetch }, lines, page, children }: AnsweredProps<T>) {
  if (data !== undefined) return children(data);
  return error ? (
    <TroubleNote trouble={error} onAgain={refetch} page={page} />
  ) : (
    <Loading lines={lines} page={page} />
  );
}

interface LongBarProps {
  label: string;
  progress: CallProgress;
  stop?: (() => void) | undefined;
}

export const LongBar = ({ label, progress: { done, total, what }, stop }: LongBarProps) => (
  <div className="stack" role="status" aria-live="off">
    <Progress aria-label={label} value={total > 0 ? (100 * done) / total : 100} animated={total === 0} />
    <div className="row fine quiet">
      <span className="cut">{what ?? label}</span>
      {total > 0 && <span className="number">{percent(done / total)}</span>}
      {stop && <RowButton onClick={stop}>Stop</RowButton>}
    </div>
  </div>
);

interface LongStateProps {
  of: Pick<LongCall<Verb>, 'progress' | 'trouble'>;
  label: string;
  stop?: () => void;
}

/** How far long work has come, or why it failed; nothing where it is not under way. */
export const LongState = ({ of: { progress, trouble }, label, stop }: LongStateProps) => (
  <>
    {progress && <LongBar label={label} progress={progress} stop={stop} />}
    {trouble && <TroubleNote trouble={trouble} />}
  </>
);

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
