import type { MemoryType } from '@sqrl/base/model/memory.ts';
import type { Output } from '@sqrl/squirrel/protocol/verbs.ts';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Confidence, Marks, TypePill, Why } from '../../parts/memory.tsx';
import { Ticked } from '../../parts/text.tsx';
import { ago, moment } from '../../words/times.ts';
import styles from './ask.module.css';

interface CitationProps {
  cited: Output<'ask'>['citations'][number];
  question: string;
  /** The sentence of it that answers, where the answer is its own words. */
  said: string | undefined;
  isHere: boolean;
}

/** A memory that an answer rests on; it opens with all that is known of it. */
export function Citation({ cited, question, said = cited.text, isHere }: CitationProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // The keyboard's place is the browser's own: Enter opens it without our help.
  useEffect(() => {
    if (isHere) link.current?.focus();
  }, [isHere]);
  return (
    <li>
      <b aria-hidden="true">{cited.number}</b>
      <div>
        <Link ref={link} href={`/memories?m=${cited.id}`} className={styles.cited}>
          <Ticked text={said} />
        </Link>
        {said !== cited.text && (
          <p className={styles.whole}>
            <Ticked text={cited.text} />
          </p>
        )}
        <div className="facts">
          <TypePill type={cited.type as MemoryType} />
          <Confidence value={cited.confidence} />
          <Marks memory={{ ...cited, pinned: false, tainted: false, status: 'active' }} />
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
