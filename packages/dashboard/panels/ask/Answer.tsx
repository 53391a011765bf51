import { Button, CopyButton } from '@mantine/core';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { Link } from 'wouter';
import { placeOf } from '../../parts/place-of.ts';
import { Loading, TroubleNote } from '../../parts/states.tsx';
import { Ticked } from '../../parts/text.tsx';
import { Icon } from '../../theme/icons.tsx';
import { counted } from '../../words/say.ts';
import { clock, number } from '../../words/times.ts';
import styles from './ask.module.css';
import { Citation } from './Citation.tsx';
import { FailureAnswers, WorkAnswers } from './HistoryAnswers.tsx';
import { PassageAnswers } from './PassageAnswer.tsx';
import { CodeAnswers, CommitAnswers } from './RepositoryAnswers.tsx';
import type { VisitQuestion } from './visit.ts';

interface AnswerProps {
  asked: VisitQuestion;
  /** Which of its sources the keyboard is at, memories before passages; -1 where at none. */
  at: number;
  onAgain: () => void;
}

/** A question with its answer: sentences, what each rests on, and who worded them. */
export function Answer({ asked: { question, at: askedAt, answer, trouble }, at, onAgain }: AnswerProps) {
  return (
    <article className={styles.answer}>
      <header>
        <h2 dir="auto">{question}</h2>
        <time dateTime={new Date(askedAt).toISOString()}>{clock(askedAt)}</time>
      </header>
      {!answer && !trouble && (
        <>
          <p className="quiet">Searching…</p>
          <Loading lines={3} />
        </>
      )}
      {trouble && <TroubleNote trouble={trouble} onAgain={onAgain} />}
      {answer?.by === 'nothing' && <Nothing question={question} />}
      {answer && answer.commits.length > 0 && <CommitAnswers commits={answer.commits} />}
      {answer && answer.code.length > 0 && <CodeAnswers code={answer.code} />}
      {answer && answer.work.length > 0 && <WorkAnswers work={answer.work} title="Work done" />}
      {answer && answer.failures.length > 0 && <FailureAnswers failures={answer.failures} />}
      {answer && (answer.by === 'model' || answer.citations.length > 0) && (
        <Said question={question} answer={answer} at={at} onAgain={onAgain} />
      )}
      {answer && answer.passages.length > 0 && (
        <PassageAnswers question={question} passages={answer.passages} at={at - answer.citations.length} />
      )}
      {answer && answer.tasks.length > 0 && <WorkAnswers work={answer.tasks} title="Past tasks" />}
      {answer?.notices.map(({ message, hint }) => (
        <p key={message} className={styles.notice}>
          <Icon name="warning" size={14} />
          <span>
            {message} <Ticked text={hint} />
          </span>
        </p>
      ))}
    </article>
  );
}

function Nothing({ question }: { question: string }) {
  return (
    <p className={styles.nothing}>
      <strong>No matching memories.</strong>
      <span>
        Rephrase the question, or add a rule once you know the answer.{' '}
        <Link href={`/teach?about=${encodeURIComponent(question)}`}>Add a rule</Link>
      </span>
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
      <div className={styles.by}>
        <span data-by={by}>
          <Icon name={by === 'model' ? 'spark' : 'memories'} size={13} />
          {by === 'model' ? `Summarized by ${model ?? ''}` : 'Quoted from memories'}
          {' · '}
          {counted(by === 'model' ? sources.length : citations.length, 'source', 'sources')}
          {spent && ` · ${counted(spent.input + spent.output, 'token', 'tokens')}`}
        </span>
        <CopyButton value={copied.join('\n')}>
          {({ copied: done, copy }) => (
            <Button variant="subtle" color="gray" size="compact-xs" onClick={copy}>
              {done ? 'Copied' : 'Copy the answer'}
            </Button>
          )}
        </CopyButton>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={onAgain}>
          Ask again
        </Button>
      </div>
      <ol className={styles.cites} data-by={by}>
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
    <div className={styles.said}>
      {sentences.map(({ text, cites }) => (
        <p key={`${cites.join()} ${text}`} dir="auto">
          <Ticked text={text} />{' '}
          {cites.map((cite) => (
            <Link
              key={cite}
              href={hrefs.get(cite)!}
              className={styles.cite}
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
