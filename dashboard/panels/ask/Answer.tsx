import { Button, CopyButton } from '@mantine/core';
import { Link } from 'wouter';
import type { Output } from '../../../src/protocol/verbs.ts';
import { Loading } from '../../parts/Loading.tsx';
import { Ticked } from '../../parts/Ticked.tsx';
import { TroubleNote } from '../../parts/TroubleNote.tsx';
import { Icon } from '../../theme/icons.tsx';
import { useMessage } from '../../words/message.ts';
import { useWords } from '../../words/say.ts';
import { useFormats } from '../../words/times.ts';
import styles from './ask.module.css';
import { Citation } from './Citation.tsx';
import { FailureAnswers, WorkAnswers } from './HistoryAnswers.tsx';
import { PassageAnswers } from './PassageAnswer.tsx';
import { placeOf } from './place-of.ts';
import { CodeAnswers, CommitAnswers } from './RepositoryAnswers.tsx';
import type { VisitQuestion } from './visit.ts';
import { askWords } from './words.ts';

interface AnswerProps {
  asked: VisitQuestion;
  /** Which of its sources the keyboard is at, memories before passages; -1 where at none. */
  at: number;
  onAgain: () => void;
}

/** A question with its answer: sentences, what each rests on, and who worded them. */
export function Answer({ asked: { question, at: askedAt, answer, trouble }, at, onAgain }: AnswerProps) {
  const say = useWords(askWords);
  const told = useMessage();
  const { clock } = useFormats();
  return (
    <article className={styles.answer}>
      <header>
        <h2>{question}</h2>
        <time dateTime={new Date(askedAt).toISOString()}>{clock(askedAt)}</time>
      </header>
      {!answer && !trouble && (
        <>
          <p className="quiet">{say('answer.thinking')}</p>
          <Loading lines={3} />
        </>
      )}
      {trouble && <TroubleNote trouble={trouble} onAgain={onAgain} />}
      {answer?.by === 'nothing' && <Nothing question={question} />}
      {answer && answer.commits.length > 0 && <CommitAnswers commits={answer.commits} />}
      {answer && answer.code.length > 0 && <CodeAnswers code={answer.code} />}
      {answer && answer.work.length > 0 && <WorkAnswers work={answer.work} title="work.title" />}
      {answer && answer.failures.length > 0 && <FailureAnswers failures={answer.failures} />}
      {answer && (answer.by === 'model' || answer.citations.length > 0) && (
        <Said answer={answer} at={at} onAgain={onAgain} />
      )}
      {answer && answer.passages.length > 0 && (
        <PassageAnswers question={question} passages={answer.passages} at={at - answer.citations.length} />
      )}
      {answer && answer.tasks.length > 0 && <WorkAnswers work={answer.tasks} title="tasks.title" />}
      {answer?.notices.map(told.notice).map(({ message, hint }) => (
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
  const say = useWords(askWords);
  return (
    <p className={styles.nothing}>
      <strong>{say('answer.nothing')}</strong>
      <span>
        {say('answer.nothingHint')}{' '}
        <Link href={`/teach?about=${encodeURIComponent(question)}`}>{say('answer.teach')}</Link>
      </span>
    </p>
  );
}

interface AnswerTextProps {
  answer: Output<'ask'>;
  at: number;
  onAgain: () => void;
}

function Said({ answer, at, onAgain }: AnswerTextProps) {
  const { by, model, sentences, citations, passages, spent } = answer;
  const say = useWords(askWords);
  const whole = sentences.map(({ text, cites }) => `${text} ${cites.map((n) => `[${n}]`).join('')}`);
  const sources = [...citations, ...passages];
  const copied = [...whole, '', ...sources.map(({ number, id, text }) => `[${number}] ${id} ${text}`)];
  return (
    <>
      {by === 'model' && <Worded answer={answer} />}
      <div className={styles.by}>
        <span data-by={by}>
          <Icon name={by === 'model' ? 'spark' : 'memories'} size={13} />
          {by === 'model' ? say('answer.model', { model: model ?? '' }) : say('answer.extract')}
          {' · '}
          {say('cites.title', { n: by === 'model' ? sources.length : citations.length })}
          {spent && ` · ${say('answer.spent', { n: spent.input + spent.output })}`}
        </span>
        <CopyButton value={copied.join('\n')}>
          {({ copied: done, copy }) => (
            <Button variant="subtle" color="gray" size="compact-xs" onClick={copy}>
              {say(done ? 'answer.copied' : 'answer.copy')}
            </Button>
          )}
        </CopyButton>
        <Button variant="subtle" color="gray" size="compact-xs" onClick={onAgain}>
          {say('answer.again')}
        </Button>
      </div>
      <ol className={styles.cites} data-by={by}>
        {citations.map((one, i) => (
          <Citation
            key={one.id}
            cited={one}
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
  const say = useWords(askWords);
  const hrefs = new Map([
    ...citations.map(({ number, id }) => [number, `/memories?m=${id}`] as const),
    ...passages.map(({ number, id, session }) => [number, placeOf(id, session)] as const),
  ]);
  return (
    <div className={styles.said}>
      {sentences.map(({ text, cites }) => (
        <p key={`${cites.join()} ${text}`}>
          <Ticked text={text} />{' '}
          {cites.map((number) => (
            <Link
              key={number}
              href={hrefs.get(number)!}
              className={styles.cite}
              aria-label={say('cites.open', { number })}
            >
              {number}
            </Link>
          ))}
        </p>
      ))}
    </div>
  );
}
