import { CopyButton } from '@mantine/core';
import type { MemoryType } from '@sqrl/base/model/memory.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useShortPaths } from '../../app/projects.tsx';
import { useVerb } from '../../calls/verb.ts';
import { QuietButton } from '../../parts/controls.tsx';
import { Confidence, Marked, MarksOf, placeOf, Ticked, TypePill, Why } from '../../parts/memory.tsx';
import { Items, Loading, Note, TroubleNote } from '../../parts/page.tsx';
import { Icon } from '../../theme/icons.tsx';
import { ago, clock, counted, moment, number } from '../../words/say.ts';
import type { VisitQuestion } from './Ask.tsx';

interface AnswerProps {
  asked: VisitQuestion;
  /** Which of its sources the keyboard is at, memories before passages; -1 where at none. */
  at: number;
  onAgain: () => void;
}

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
  answer: Answered;
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

type Answered = Output<'ask'>;
type AnswerPassage = Answered['passages'][number];

const At = ({ at }: { at: number }) => <time dateTime={new Date(at).toISOString()}>{moment(at)}</time>;

const CommitAnswers = ({ commits }: Pick<Answered, 'commits'>) => (
  <Items title="Commits" of={commits} id={({ id }) => id}>
    {({ id, hash, at, author, subject, filesChanged }) => (
      <>
        <p>{subject}</p>
        <p className="facts">
          <At at={at} />
          <span>{author}</span>
          <span>{counted(filesChanged, 'file changed')}</span>
          <code className="mono">{hash.slice(0, SHOWN_DIGITS)}</code>
        </p>
        <CommitDetails id={id} />
      </>
    )}
  </Items>
);

const SHOWN_DIGITS = 12;

function CommitDetails({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useVerb('commit', { id }, { enabled: isOpen });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Message and files</summary>
      {isOpen && !data && <Loading lines={2} />}
      {data && data.body !== '' && <p className="pre">{data.body}</p>}
      <ul>
        {data?.files.map((file) => (
          <li key={file} className="mono">
            {file}
          </li>
        ))}
      </ul>
    </details>
  );
}

const CodeAnswers = ({ code }: Pick<Answered, 'code'>) => (
  <Items title="Code" of={code} id={({ path, line }) => `${path}:${line}`}>
    {({ path, line, kind, name, excerpt }) => (
      <>
        <code className="mono">{`${path}:${line}`}</code>
        {excerpt !== '' && <code className="mono quiet">{excerpt}</code>}
        {name !== null && <span className="facts">{`${kind} ${name}`}</span>}
      </>
    )}
  </Items>
);

const WorkAnswers = ({ work, title }: Pick<Answered, 'work'> & { title: string }) => (
  <Items title={title} of={work} id={({ id }) => id}>
    {({ task, outcome, startedAt, filesChanged, said }) => (
      <>
        <p dir="auto">{task}</p>
        {said && <Turn speaker="agent" text={said.text} />}
        <p className="facts">
          <At at={startedAt} />
          {outcome !== '' && <span>{outcome}</span>}
          {filesChanged.length > 0 && (
            <span title={filesChanged.join('\n')}>{counted(filesChanged.length, 'file changed')}</span>
          )}
          {said && <Link href={placeOf(said.id)}>Open in the timeline</Link>}
        </p>
      </>
    )}
  </Items>
);

const MAX_FILES = 3;

function FailureAnswers({ failures }: Pick<Answered, 'failures'>) {
  const short = useShortPaths();
  return (
    <Items title="Failures that came back" of={failures} id={({ fingerprint }) => fingerprint}>
      {({ command, error, times, sessions, lastAt, fix }) => (
        <>
          <p>
            <Ticked
              text={`${command === null ? 'A command' : `\`${command}\``} failed ${counted(times, 'time')} in ${counted(sessions, 'session')}: ${short(error)}`}
            />
          </p>
          <p className="quiet fine">
            {fix?.command ? (
              <Ticked text={`What worked: \`${fix.command}\``} />
            ) : fix && fix.changed.length > 0 ? (
              `Worked after a change in ${fix.changed.slice(0, MAX_FILES).join(', ')}`
            ) : (
              'No fix is known.'
            )}
          </p>
          <span className="facts" title={moment(lastAt)}>{`last ${ago(lastAt)}`}</span>
        </>
      )}
    </Items>
  );
}

interface PassageAnswersProps {
  question: string;
  passages: readonly AnswerPassage[];
  /** Which of them the keyboard is at; another number where at none. */
  at: number;
}

const PassageAnswers = ({ question, passages, at }: PassageAnswersProps) => (
  <Items title="Said in past sessions" of={passages} id={({ id }) => id}>
    {(passage, i) => <PassageAnswer passage={passage} question={question} isHere={i === at} />}
  </Items>
);

interface PassageAnswerProps {
  passage: AnswerPassage;
  question: string;
  isHere: boolean;
}

function PassageAnswer({ passage, question, isHere }: PassageAnswerProps) {
  const link = useFocus(isHere);
  const { id, number, speaker, at, client, session, text, before, after, earlier, tainted } = passage;
  const turns = (of: typeof before) => of.map((one) => <Turn key={`${one.speaker} ${one.text}`} {...one} />);
  return (
    <>
      {turns(before)}
      <blockquote data-old={earlier || undefined}>
        <b>{SPEAKERS[speaker]}</b>
        <p dir="auto" className="pre">
          <Marked text={text} question={question} />
        </p>
      </blockquote>
      {turns(after)}
      <p className="facts">
        <b>{number}</b>
        <At at={at} />
        <span>{client}</span>
        {earlier && <span data-tone="off">earlier; something newer stands above</span>}
        {tainted && <span data-tone="warn">said after reading external text</span>}
        <Link ref={link} href={placeOf(id, session)}>
          Open in the timeline
        </Link>
      </p>
    </>
  );
}

const SPEAKERS = { person: 'You', agent: 'Agent' } as const;

const Turn = ({ speaker, text }: AnswerPassage['before'][number]) => (
  <p className="pair fine quiet">
    <b>{SPEAKERS[speaker]}</b>
    <span dir="auto">
      <Ticked text={text} />
    </span>
  </p>
);

/** The keyboard's place is the browser's own: Enter opens it without our help. */
function useFocus(isHere: boolean) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isHere) link.current?.focus();
  }, [isHere]);
  return link;
}

interface CitationProps {
  cited: Answered['citations'][number];
  question: string;
  /** The sentence of it that answers, where the answer is its own words. */
  said: string | undefined;
  isHere: boolean;
}

function Citation({ cited, question, said = cited.text, isHere }: CitationProps) {
  return (
    <li className="line">
      <b aria-hidden="true">{cited.number}</b>
      <div className="stack">
        <Link ref={useFocus(isHere)} href={`/memories?m=${cited.id}`} className="plain wrap ask-cited">
          <Ticked text={said} />
        </Link>
        {said !== cited.text && (
          <p className="fine wrap">
            <Ticked text={cited.text} />
          </p>
        )}
        <div className="facts">
          <TypePill type={cited.type as MemoryType} />
          <Confidence value={cited.confidence} />
          <MarksOf memory={{ ...cited, pinned: false, tainted: false, status: 'active' }} />
          {cited.earlier && <span data-tone="off">earlier; something newer stands above</span>}
          {cited.note !== null && <span>{`from the note ${cited.note}`}</span>}
          <span title={moment(cited.createdAt)}>{ago(cited.createdAt)}</span>
          {cited.files.slice(0, 2).map((file) => (
            <code key={file} className="mono">
              {file}
            </code>
          ))}
        </div>
        <Why why={cited.why} text={cited.text} question={question} />
      </div>
    </li>
  );
}
