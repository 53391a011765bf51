import type { MemoryType } from '@sqrl/base/model/memory.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useShortPaths } from '../../app/projects.tsx';
import { useVerb } from '../../calls/verb.ts';
import { Confidence, Marked, MarksOf, placeOf, Ticked, TypePill, Why } from '../../parts/memory.tsx';
import { Items, Loading } from '../../parts/page.tsx';
import { ago, counted, moment } from '../../words/say.ts';

type Answer = Output<'ask'>;
type AnswerPassage = Answer['passages'][number];

const At = ({ at }: { at: number }) => <time dateTime={new Date(at).toISOString()}>{moment(at)}</time>;

/** The commits that a question asks for; each opens with its message and files. */
export const CommitAnswers = ({ commits }: Pick<Answer, 'commits'>) => (
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

export const CodeAnswers = ({ code }: Pick<Answer, 'code'>) => (
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

/** What was worked on in the time a question asks about, or past tasks that it asks for. */
export const WorkAnswers = ({ work, title }: Pick<Answer, 'work'> & { title: string }) => (
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

export function FailureAnswers({ failures }: Pick<Answer, 'failures'>) {
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

export const PassageAnswers = ({ question, passages, at }: PassageAnswersProps) => (
  <Items title="Said in past sessions" of={passages} id={({ id }) => id}>
    {(passage, i) => <PassageAnswer passage={passage} question={question} isHere={i === at} />}
  </Items>
);

interface PassageAnswerProps {
  passage: AnswerPassage;
  question: string;
  isHere: boolean;
}

/** One passage: who said it and when, its words, the turns beside it, and the way to its place in the timeline. */
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
  cited: Answer['citations'][number];
  question: string;
  /** The sentence of it that answers, where the answer is its own words. */
  said: string | undefined;
  isHere: boolean;
}

/** A memory that an answer rests on; it opens with all that is known of it. */
export function Citation({ cited, question, said = cited.text, isHere }: CitationProps) {
  return (
    <li>
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
