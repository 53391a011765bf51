import { Button, Textarea } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { CallError } from '../../calls/trouble.ts';
import { call, usePlace, useVerb } from '../../calls/verb.ts';
import { useKeys } from '../../keys/keys.ts';
import { Choice, Keys, QuietButton } from '../../parts/controls.tsx';
import { Empty, Page } from '../../parts/page.tsx';
import { number } from '../../words/say.ts';
import { Answer } from './Answer.tsx';

export interface VisitQuestion {
  question: string;
  at: number;
  answer?: Output<'ask'>;
  trouble?: CallError;
}

/** The questions of this visit in the chosen place, the latest first; they are there again for who goes away and comes back. */
function useVisit() {
  const place = usePlace();
  const queries = useQueryClient();
  const queryKey = ['visit', place];
  const { data: asked = [] } = useQuery<readonly VisitQuestion[]>({
    queryKey,
    queryFn: () => queries.getQueryData(queryKey) ?? [],
    gcTime: Number.POSITIVE_INFINITY,
  });
  const change = (to: (now: readonly VisitQuestion[]) => readonly VisitQuestion[]) =>
    queries.setQueryData(queryKey, (now: readonly VisitQuestion[] = []) => to(now));
  const ask = (question: string, compose: boolean) => {
    const at = Date.now();
    const settle = (came: Partial<VisitQuestion>) =>
      change((now) => now.map((one) => (one.at === at ? { ...one, ...came } : one)));
    change((now) => [{ question, at }, ...now]);
    void call('ask', { question, compose }, { place }).then(
      (answer) => settle({ answer }),
      (trouble: CallError) => settle({ trouble }),
    );
  };
  return { asked, ask, clear: () => change(() => []) };
}

export default function Ask() {
  const { asked, ask, clear } = useVisit();
  const { data: spending } = useVerb('spending', {});
  const [wantsModel, setWantsModel] = useState(true);
  const [at, setAt] = useState(-1);
  const field = useRef<HTMLTextAreaElement>(null);
  const answer = asked[0]?.answer;
  const sources = answer ? answer.citations.length + answer.passages.length : 0;
  const send = (question: string) => {
    setAt(-1);
    ask(question, (spending?.allowed ?? false) && wantsModel);
  };
  const move = (by: number) => setAt((now) => Math.max(0, Math.min(sources - 1, now + by)));
  const group = 'Ask';
  useKeys([
    { keys: '/', does: 'Write a question', group, run: () => field.current?.focus() },
    { keys: 'j', does: 'Next source', group, run: () => move(1) },
    { keys: 'k', does: 'Previous source', group, run: () => move(-1) },
  ]);
  return (
    <Page title="Ask">
      <div className="stack ask">
        <Question field={field} last={asked[0]?.question} onAsk={send} />
        <div className="row quiet fine">
          {spending && <Wording {...{ spending, wantsModel }} onChoose={setWantsModel} />}
          <span className="gap" />
          {asked.length > 0 && <QuietButton onClick={clear}>Clear history</QuietButton>}
        </div>
        {asked.length === 0 && <Tries onAsk={send} />}
        <div aria-live="polite" className="stack">
          {asked.map((one, i) => (
            <Answer key={one.at} asked={one} at={i === 0 ? at : -1} onAgain={() => send(one.question)} />
          ))}
        </div>
      </div>
    </Page>
  );
}

interface QuestionProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** What was asked before, for who wants to ask it otherwise. */
  last: string | undefined;
  onAsk: (question: string) => void;
}

function Question({ field, last, onAsk }: QuestionProps) {
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
  return (
    <div className="box ask-field">
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
  );
}

interface WordingProps {
  spending: Output<'spending'>;
  wantsModel: boolean;
  onChoose: (wantsModel: boolean) => void;
}

function Wording({ spending: { allowed, model, provider, cap, today }, wantsModel, onChoose }: WordingProps) {
  const left = Math.max(0, cap.tokens - today.input - today.output);
  if (!allowed)
    return (
      <span>
        No language model is configured, so answers quote the memories.{' '}
        <Link href="/settings/llm">Configure one</Link>
      </span>
    );
  return (
    <>
      <Choice
        label="Answer style"
        value={wantsModel ? 'model' : 'extract'}
        onChoose={(way) => onChoose(way === 'model')}
        names={{ extract: 'Quoted from memories', model: 'Summarized by a model' }}
      />
      <span>
        {wantsModel
          ? `${model ?? provider} has a daily limit: ${number(left)} tokens left today.`
          : 'Answers come only from memory; each sentence cites its source.'}
      </span>
    </>
  );
}

const QUESTIONS = [
  'Which commands fail here, and what works instead?',
  'What was decided, and why?',
  'How are the tests run?',
];

const Tries = ({ onAsk }: { onAsk: (question: string) => void }) => (
  <Empty icon="ask" title="Ask a question">
    <p>Answers cite their sources, and say so if nothing matches.</p>
    <div className="stack">
      {QUESTIONS.map((question) => (
        <button type="button" key={question} className="bare box offer" onClick={() => onAsk(question)}>
          {question}
        </button>
      ))}
    </div>
  </Empty>
);
