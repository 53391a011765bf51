import { Button, Textarea } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { Link } from 'wouter';
import { QuietButton } from '../../parts/buttons.ts';
import { Choice } from '../../parts/Choice.tsx';
import { Keys } from '../../parts/Keys.tsx';
import { number } from '../../words/times.ts';
import styles from './ask.module.css';

interface QuestionProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** What was asked before, for who wants to ask it otherwise. */
  last: string | undefined;
  spending: Output<'spending'> | undefined;
  wantsModel: boolean;
  onWantsModel: (wants: boolean) => void;
  onAsk: (question: string) => void;
  /** Forgets the questions of this visit; undefined where there are none. */
  onClear: (() => void) | undefined;
}

/** Where a question is written, and who may word the answer. */
export function Question({ field, last, spending, wantsModel, onWantsModel, onAsk, onClear }: QuestionProps) {
  const [text, setText] = useState('');
  const send = () => {
    if (text.trim() === '') return;
    onAsk(text.trim());
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send();
    } else if (event.key === 'ArrowUp' && text === '' && last !== undefined) setText(last);
    else if (event.key === 'Escape') event.currentTarget.blur();
  };
  const left = spending ? Math.max(0, spending.cap.tokens - spending.today.input - spending.today.output) : 0;
  return (
    <div className="stack">
      <div className={styles.field}>
        <Textarea
          ref={field}
          autosize
          autoFocus
          minRows={1}
          maxRows={6}
          size="md"
          variant="unstyled"
          aria-label="Your question"
          placeholder="Ask about this project…"
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <Button size="sm" disabled={text.trim() === ''} onClick={send} rightSection={<Keys keys="enter" />}>
          Ask
        </Button>
      </div>
      <div className="row quiet fine">
        {spending?.allowed ? (
          <>
            <Choice
              label="Answer style"
              value={wantsModel ? 'model' : 'extract'}
              onChoose={(way) => onWantsModel(way === 'model')}
              names={{ extract: 'Quoted from memories', model: 'Summarized by a model' }}
            />
            <span>
              {wantsModel
                ? `${spending.model ?? spending.provider} has a daily limit: ${number(left)} tokens left today.`
                : 'Answers come only from memory; each sentence cites its source.'}
            </span>
          </>
        ) : (
          spending && (
            <span>
              No language model is configured, so answers quote the memories.{' '}
              <Link href="/settings/llm">Configure one</Link>
            </span>
          )
        )}
        <span className="gap" />
        {onClear && <QuietButton onClick={onClear}>Clear history</QuietButton>}
      </div>
    </div>
  );
}
