import { Button } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useMemoryActions } from '../actions/memory-actions.tsx';
import { useKeys } from '../keys/keys.ts';
import { attribution } from '../words/attribution.ts';
import { PlainButton } from './buttons.ts';
import styles from './decision.module.css';
import { useEditor } from './MemoryButtons.tsx';
import { MemoryLink, TypePill } from './memory.tsx';
import { placeOf } from './place-of.ts';
import { MemoryText } from './text.tsx';

type DecisionItem = Output<'review'>['waiting'][number];

interface DecisionProps {
  item: DecisionItem;
  /** The keys act on it. */
  isCursor?: boolean;
}

/** A memory that waits for a person: what it says, why it waits, and the buttons that decide. */
export function Decision({ item, isCursor = false }: DecisionProps) {
  const { memory, why, evidence, conflicts, same } = item;
  const quote = evidence?.quote ?? null;
  const event = evidence?.events[0];
  const others = same.map(({ id }) => id);
  const { all, busy } = useMemoryActions();
  const { editor, open } = useEditor(memory, { same: others });
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCursor) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCursor]);
  const confirm = () => all('confirm', { ids: [memory.id], same: others });
  const reject = () => all('reject', { ids: [memory.id, ...others] });
  const group = 'Memory actions';
  useKeys(
    isCursor
      ? [
          { keys: 'c', does: 'Confirm', group, run: confirm },
          { keys: 'e', does: 'Edit', group, run: open },
          { keys: 'r', does: 'Reject', group, run: reject },
        ]
      : [],
  );
  const isQuoteNews = quote !== null && !saysTheSame(quote, memory.text);
  return (
    <li
      ref={row}
      className={styles.item}
      data-cursor={isCursor || undefined}
      aria-current={isCursor || undefined}
    >
      <div className="row quiet fine">
        <TypePill type={memory.type} />
        <span className={styles.why}>{why}</span>
        <span className="gap" />
        <Link href={`/memories?m=${memory.id}`}>Details</Link>
      </div>
      {memory.userId && <div className="quiet fine">{`From ${attribution(memory)}:`}</div>}
      {editor || (
        <p dir="auto" className="wrap">
          <MemoryText text={memory.text} />
        </p>
      )}
      {conflicts.map(({ id, text }) => (
        <blockquote key={id}>
          Contradicts: <MemoryLink id={id} text={text} />
        </blockquote>
      ))}
      {same.map(({ id, text }) => (
        <blockquote key={id}>
          Also said: <MemoryLink id={id} text={text} />
        </blockquote>
      ))}
      {isQuoteNews && <blockquote dir="auto">{quote}</blockquote>}
      {!editor && (
        <div className="row">
          <Button size="compact-sm" variant="light" disabled={busy} onClick={confirm}>
            Confirm
          </Button>
          <PlainButton size="compact-sm" disabled={busy} onClick={open}>
            Edit
          </PlainButton>
          <PlainButton size="compact-sm" disabled={busy} onClick={reject}>
            Reject
          </PlainButton>
          {event && (
            <Button component={Link} size="compact-sm" variant="subtle" color="gray" href={placeOf(event)}>
              Open the session
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Whether one text holds the other, whatever its capitals and punctuation. */
function saysTheSame(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  return one!.includes(other!) || other!.includes(one!);
}
