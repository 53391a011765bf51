import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { Link } from 'wouter';
import { actionTexts } from '../../actions/action-texts.ts';
import { useMemoryActions } from '../../actions/memory-actions.tsx';
import { useKeys } from '../../keys/keys.ts';
import { Confidence } from '../../parts/Confidence.tsx';
import { Keys } from '../../parts/Keys.tsx';
import { LogAround } from '../../parts/LogAround.tsx';
import { Marks } from '../../parts/Marks.tsx';
import { TextEditor } from '../../parts/TextEditor.tsx';
import { TypePill } from '../../parts/TypePill.tsx';
import { Icon } from '../../theme/icons.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { titleOf } from './Batches.tsx';
import type { Batch, ReviewItem } from './queue.ts';
import { Remembered } from './Remembered.tsx';
import styles from './review.module.css';
import type { ReviewVerdict, Verdicts } from './verdicts.ts';
import { reviewWords } from './words.ts';

interface ReviewCardProps {
  item: ReviewItem;
  batch: Batch;
  verdicts: Verdicts;
}

/** One memory, and the four things one can say of it. */
export function ReviewCard({ item, batch, verdicts }: ReviewCardProps) {
  const say = useWords(reviewWords);
  const told = useMessage();
  const sayAction = useWords(actionTexts);
  const memoryActions = useMemoryActions();
  const [editing, edit] = useDisclosure(false);
  const [event, openEvent] = useState<string>();
  const { id, memory, why, quote, conflicts } = item;
  const left = verdicts.left(batch);
  const place = batch.items.length - left.length + 1;
  const settle = (deed: 'confirm' | 'reject', verdict: ReviewVerdict, ids = [id]) => {
    memoryActions.all(deed, { ids });
    verdicts.set(ids, verdict);
  };
  const actions = [
    { name: 'confirm', key: 'c', run: () => settle('confirm', 'confirmed') },
    { name: 'correct', key: 'e', run: edit.open },
    { name: 'reject', key: 'r', run: () => settle('reject', 'rejected') },
  ] as const;
  const later = () => verdicts.set([id], 'later');
  const confirmAll = () =>
    settle(
      'confirm',
      'confirmed',
      left.map((one) => one.id),
    );
  const group = say('keys.group');
  useKeys([
    ...actions.map(({ name, key, run }) => ({ keys: key, does: sayAction(`do.${name}`), group, run })),
    { keys: 'l', does: say('keys.later'), group, run: later },
    { keys: 'C', does: say('keys.session'), group, run: confirmAll },
    { keys: 'o', does: say('card.openLog'), group, run: () => item.event && openEvent(item.event) },
  ]);
  return (
    <div>
      <section className={styles.card}>
        <div className={styles.head}>
          <TypePill type={memory.type} />
          <Marks memory={memory} />
          <span className={styles.place}>
            <Link href={`/memories?m=${id}`}>{say('card.more')}</Link>
            {say('card.place', { n: place, total: batch.items.length })}
          </span>
        </div>
        {editing ? (
          <TextEditor
            text={memory.text}
            busy={memoryActions.busy}
            onCancel={edit.close}
            onSave={(text) => memoryActions.correct(id, text, () => verdicts.set([id], 'corrected'))}
          />
        ) : (
          <p className={styles.text}>{memory.text}</p>
        )}
        <div className={styles.meta}>
          <Confidence value={memory.confidence} />
          {memory.files.slice(0, 3).map((file) => (
            <span key={file} className="mono">
              {file}
            </span>
          ))}
        </div>
        {quote && (
          <figure className={styles.quote}>
            <figcaption>{say('card.quote')}</figcaption>
            <blockquote>{quote}</blockquote>
          </figure>
        )}
        <p className={styles.why}>
          {say(batch.key === 'waiting' ? 'card.waits' : 'card.why', { why: told(why) })}
          {conflicts.length > 0 && (
            <>
              {' '}
              <Link href={`/memories?m=${conflicts[0]}`}>
                {say('card.conflicts', { n: conflicts.length })}
              </Link>
            </>
          )}
        </p>
        <div className={styles.actions}>
          {actions.map(({ name, key, run }) => (
            <Button
              key={name}
              size="sm"
              variant={name === 'confirm' ? 'filled' : 'default'}
              disabled={memoryActions.busy}
              onClick={run}
              rightSection={<Keys keys={key} />}
            >
              {sayAction(`do.${name}`)}
            </Button>
          ))}
          <Button size="sm" variant="default" onClick={later} rightSection={<Keys keys="l" />}>
            {say('later')}
          </Button>
          <span className={styles.gap} />
          {item.event && (
            <Button
              size="sm"
              variant="subtle"
              onClick={() => openEvent(item.event!)}
              leftSection={<Icon name="log" size={14} />}
            >
              {say('card.openLog')}
            </Button>
          )}
        </div>
      </section>
      {left.length > 1 && (
        <Button
          variant="subtle"
          mt="sm"
          onClick={confirmAll}
          disabled={memoryActions.busy}
          rightSection={<Keys keys="C" />}
        >
          {say('confirm.session', { n: left.length })}
        </Button>
      )}
      <Remembered remembered={batch.remembered} title={titleOf(batch)} />
      {event && <LogAround event={event} onClose={() => openEvent(undefined)} />}
    </div>
  );
}
