import { CopyButton } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { QuietButton } from '../../parts/controls.tsx';
import { placeOf, Ticked } from '../../parts/memory.tsx';
import { Loading, Note, TroubleNote } from '../../parts/page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { clock, counted, number } from '../../words/say.ts';
import type { VisitQuestion } from './Ask.tsx';
import {
  Citation,
  CodeAnswers,
  CommitAnswers,
  FailureAnswers,
  PassageAnswers,
  WorkAnswers,
} from './Sources.tsx';

interface AnswerProps {
  asked: VisitQuestion;
  /** Which of its sources the keyboard is at, memories before passages; -1 where at none. */
  at: number;
  onAgain: () => void;
}

/** A question with its answer: sentences, what each rests on, and who worded them. */
export function Answer({ asked: { question, at: askedAt, answer, trouble }, at, onAgain }: AnswerProps) {
  return (
    <article className="box ask-answer">
      <header className="row">
        <h2 dir="auto" className="gap">
          {question}
        </h2>
        <time className="quiet fine" dateTime={new Date(askedAt).toISOString()}>
          {clock(askedAt)}
        </time>
      </header>
      {!answer && !trouble && (
        <>
          <p className="quiet">Searching…</p>
          <Loading lines={3} />
        </>
      )}
      {trouble && <TroubleNote trouble={trouble} onAgain={onAgain} />}
      {answer?.by === 'nothing' && <Nothing question={question} />}
      {answer && (
        <>
          <CommitAnswers commits={answer.commits} />
          <CodeAnswers code={answer.code} />
          <WorkAnswers work={answer.work} title="Work done" />
          <FailureAnswers failures={answer.failures} />
          {(answer.by === 'model' || answer.citations.length > 0) && (
            <Said question={question} answer={answer} at={at} onAgain={onAgain} />
          )}
          <PassageAnswers question={question} passages={answer.passages} at={at - answer.citations.length} />
          <WorkAnswers work={answer.tasks} title="Past tasks" />
        </>
      )}
      {answer?.notices.map(({ message, hint }) => (
        <Note key={message} tone="warn">
          {message} <Ticked text={hint} />
        </Note>
      ))}
    </article>
  );
}

function Nothing({ question }: { question: string }) {
  return (
    <p>
      <strong>No matching memories.</strong> Rephrase the question, or add a rule once you know the answer.{' '}
      <Link href={`/teach?about=${encodeURIComponent(question)}`}>Add a rule</Link>
    </p>
  );
}

interface AnswerTextProps {
  question: string;
  answer: Output<'ask'>;
  at: number;
  onAgain: () => void;
}

function Said({ question, answer, at, onAgain }: AnswerTextProps) {
  const { by, model, sentences, citations, passages, spent } = answer;
  const whole = sentences.map(({ text, cites }) => `${text} ${cites.map((n) => `[${n}]`).join('')}`);
  const sources = [...citations, ...passages];
  const copied = [...whole, '', ...sources.map(({ number, id, text }) => `[${number}] ${id} ${text}`)];
  return (
    <>
      {by === 'model' && <Worded answer={answer} />}
      <div className="row quiet fine">
        <span className="line gap" data-tone={by === 'model' ? 'accent' : undefined}>
          <Icon name={by === 'model' ? 'spark' : 'memories'} size={13} />
          {by === 'model' ? `Summarized by ${model ?? ''}` : 'Quoted from memories'}
          {' · '}
          {counted(by === 'model' ? sources.length : citations.length, 'source')}
          {spent && ` · ${counted(spent.input + spent.output, 'token')}`}
        </span>
        <CopyButton value={copied.join('\n')}>
          {({ copied: done, copy }) => (
            <QuietButton onClick={copy}>{done ? 'Copied' : 'Copy the answer'}</QuietButton>
          )}
        </CopyButton>
        <QuietButton onClick={onAgain}>Ask again</QuietButton>
      </div>
      <ol className="ask-cites" data-by={by}>
        {citations.map((one, i) => (
          <Citation
            key={one.id}
            cited={one}
            question={question}
            // Without a model the sentence is the memory's own, and stands with it instead of twice.
            said={
              by === 'extract' ? sentences.find(({ cites }) => cites.includes(one.number))?.text : undefined
            }
            isHere={i === at}
          />
        ))}
      </ol>
    </>
  );
}

function Worded({ answer: { sentences, citations, passages } }: Pick<AnswerTextProps, 'answer'>) {
  const hrefs = new Map([
    ...citations.map(({ number, id }) => [number, `/memories?m=${id}`] as const),
    ...passages.map(({ number, id, session }) => [number, placeOf(id, session)] as const),
  ]);
  return (
    <div className="stack ask-said">
      {sentences.map(({ text, cites }) => (
        <p key={`${cites.join()} ${text}`} dir="auto" className="wrap">
          <Ticked text={text} />{' '}
          {cites.map((cite) => (
            <Link
              key={cite}
              href={hrefs.get(cite)!}
              className="ask-cite"
              aria-label={`Open source ${number(cite)}`}
            >
              {cite}
            </Link>
          ))}
        </p>
      ))}
    </div>
  );
}
