import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { placeOf } from '../../parts/place-of.ts';
import { Marked } from '../../parts/text.tsx';
import { moment } from '../../words/times.ts';
import styles from './passage-answer.module.css';
import { passageWords } from './passage-words.ts';

type AnswerPassage = Output<'ask'>['passages'][number];

interface PassageAnswersProps {
  question: string;
  passages: readonly AnswerPassage[];
  /** Which of them the keyboard is at; another number where at none. */
  at: number;
}

/** What was said in past sessions that answers a question, best first. */
export function PassageAnswers({ question, passages, at }: PassageAnswersProps) {
  return (
    <section className={styles.passages} aria-label="Said in past sessions">
      <h3>Said in past sessions</h3>
      <ol>
        {passages.map((passage, i) => (
          <PassageAnswer key={passage.id} passage={passage} question={question} isHere={i === at} />
        ))}
      </ol>
    </section>
  );
}

interface PassageAnswerProps {
  passage: AnswerPassage;
  question: string;
  isHere: boolean;
}

/** One passage: who said it and when, its words, the turns beside it, and the way to its place in the timeline. */
function PassageAnswer({ passage, question, isHere }: PassageAnswerProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // The keyboard's place is the browser's own: Enter opens it without our help.
  useEffect(() => {
    if (isHere) link.current?.focus();
  }, [isHere]);
  const { id, number, speaker, at, client, session, text, before, after, earlier, tainted } = passage;
  return (
    <li data-earlier={earlier || undefined}>
      <Turns of={before} />
      <blockquote className={styles.cited}>
        <b>{passageWords[`speaker.${speaker}`]}</b>
        <p dir="auto">
          <Marked text={text} question={question} />
        </p>
      </blockquote>
      <Turns of={after} />
      <p className={`facts ${styles.facts}`}>
        <b>{number}</b>
        <time dateTime={new Date(at).toISOString()}>{moment(at)}</time>
        <span>{client}</span>
        {earlier && <span data-tone="off">earlier; something newer stands above</span>}
        {tainted && <span data-tone="warn">said after reading external text</span>}
        <Link ref={link} href={placeOf(id, session)}>
          Open in the timeline
        </Link>
      </p>
    </li>
  );
}

function Turns({ of }: { of: AnswerPassage['before'] }) {
  return of.map(({ speaker, text }) => (
    <p key={`${speaker} ${text}`} className={styles.turn}>
      <b>{passageWords[`speaker.${speaker}`]}</b> <span dir="auto">{text}</span>
    </p>
  ));
}
