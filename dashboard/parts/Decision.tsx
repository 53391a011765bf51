import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Output } from '../../src/protocol/verbs.ts';
import { actionTexts } from '../actions/action-texts.ts';
import { useMemoryActions } from '../actions/memory-actions.tsx';
import { useKeys } from '../keys/keys.ts';
import { useAttribution } from '../words/attribution.ts';
import { useMessage } from '../words/message.ts';
import { useWords } from '../words/say.ts';
import styles from './decision.module.css';
import { LogAround } from './LogAround.tsx';
import { MemoryText } from './MemoryText.tsx';
import { TextEditor } from './TextEditor.tsx';
import { TypePill } from './TypePill.tsx';
import { partWords } from './words.ts';

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
  const say = useWords(partWords);
  const sayAction = useWords(actionTexts);
  const told = useMessage();
  const from = useAttribution();
  const { all, correct, busy } = useMemoryActions();
  const [editing, edit] = useDisclosure(false);
  const [isLogOpen, setLogOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isCursor) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCursor]);
  const confirm = () => all('confirm', { ids: [memory.id], same: others });
  const reject = () => all('reject', { ids: [memory.id, ...others] });
  const group = sayAction('keys.group');
  useKeys(
    isCursor
      ? [
          { keys: 'c', does: sayAction('do.confirm'), group, run: confirm },
          { keys: 'e', does: sayAction('do.correct'), group, run: edit.open },
          { keys: 'r', does: sayAction('do.reject'), group, run: reject },
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
      <div className={styles.head}>
        <TypePill type={memory.type} />
        <span className={styles.why}>{told(why)}</span>
        <Link href={`/memories?m=${memory.id}`}>{say('decision.more')}</Link>
      </div>
      {memory.userId && <div className={styles.why}>{say('decision.from', { from: from(memory) })}</div>}
      {editing ? (
        <TextEditor
          text={memory.text}
          busy={busy}
          onCancel={edit.close}
          onSave={(text) => correct(memory.id, text, { same: others, onDone: edit.close })}
        />
      ) : (
        <p className={styles.text}>
          <MemoryText text={memory.text} />
        </p>
      )}
      {conflicts.map(({ id, text }) => (
        <p key={id} className={styles.other}>
          {say('decision.conflict')}{' '}
          <Link href={`/memories?m=${id}`}>
            <MemoryText text={text} />
          </Link>
        </p>
      ))}
      {same.map(({ id, text }) => (
        <p key={id} className={styles.other}>
          {say('decision.same')}{' '}
          <Link href={`/memories?m=${id}`}>
            <MemoryText text={text} />
          </Link>
        </p>
      ))}
      {isQuoteNews && <blockquote className={styles.quote}>{quote}</blockquote>}
      {!editing && (
        <div className={styles.actions}>
          <Button size="compact-sm" variant="light" disabled={busy} onClick={confirm}>
            {sayAction('do.confirm')}
          </Button>
          <Button size="compact-sm" variant="default" disabled={busy} onClick={edit.open}>
            {sayAction('do.correct')}
          </Button>
          <Button size="compact-sm" variant="default" disabled={busy} onClick={reject}>
            {sayAction('do.reject')}
          </Button>
          {event && (
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setLogOpen(true)}>
              {say('decision.log')}
            </Button>
          )}
        </div>
      )}
      {event && isLogOpen && <LogAround event={event} onClose={() => setLogOpen(false)} />}
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
