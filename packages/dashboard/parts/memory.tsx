import { kindOf, type Memory, type MemoryType } from '@sqrl/base/model/memory.ts';
import { Link } from 'wouter';
import { Icon } from '../theme/icons.tsx';
import { attribution } from '../words/attribution.ts';
import { nounWords } from '../words/nouns.ts';
import { percent } from '../words/times.ts';
import { plainWhy } from '../words/why.ts';
import styles from './memory.module.css';
import { MemoryText, Ticked } from './text.tsx';

/** The color of each kind. */
const TONES = {
  guard: 'bad',
  invariant: 'accent',
  preference: 'info',
  pattern: 'good',
  note: 'off',
} as const;

/** The type of a memory; its colour says of which kind it is. */
export function TypePill({ type }: { type: MemoryType }) {
  return (
    <span className={`dot ${styles.type}`} data-tone={TONES[kindOf(type)]}>
      {nounWords[`type.${type}`]}
    </span>
  );
}

interface MemoryLinkProps {
  id: string;
  text: string;
  /** A search whose words are marked. */
  question?: string | undefined;
  /** At most two lines. */
  cut?: boolean;
}

/** What a memory says; it opens all that is known of it. */
export const MemoryLink = ({ id, text, question, cut }: MemoryLinkProps) => (
  <Link href={`/memories?m=${id}`} className={`plain wrap ${styles.link}`} data-cut={cut}>
    <MemoryText text={text} question={question} />
  </Link>
);

/** How sure a memory is, as a short bar with its number. */
export function Confidence({ value }: { value: number }) {
  return (
    <span className={`quiet ${styles.confidence}`} title={`Confidence ${percent(value)}`}>
      <i aria-hidden="true">
        <b style={{ width: `${Math.round(value * 100)}%` }} />
      </i>
      <span className="number">{percent(value)}</span>
    </span>
  );
}

type MarkedFields = Pick<Memory, 'pinned' | 'verified' | 'needsReview' | 'tainted' | 'status'> & {
  stale?: boolean;
  disputed?: boolean;
  userId?: string | null;
  via?: string | null;
  branch?: string | null;
};

/** What is to be known of a memory at a glance; nothing where nothing is. */
export function Marks({ memory }: { memory: MarkedFields }) {
  return (
    <span className={styles.marks}>
      {memory.needsReview && <span data-badge="warn">Suggested</span>}
      {memory.disputed && <span data-badge="warn">Disputed</span>}
      {memory.stale && <span data-badge="warn">Stale</span>}
      {memory.tainted && <span data-badge="bad">Untrusted source</span>}
      {memory.status === 'deprecated' && <span data-badge="off">Archived</span>}
      {memory.pinned && (
        <span data-badge="accent">
          <Icon name="pin" size={12} />
          Pinned
        </span>
      )}
      {memory.userId && (
        <span data-badge="accent" title={attribution(memory)}>{`from ${attribution(memory)}`}</span>
      )}
      {memory.branch && <span data-badge="off" title={memory.branch}>{`On branch ${memory.branch}`}</span>}
      {memory.verified && (
        <span data-badge="good">
          <Icon name="check" size={12} />
          Confirmed
        </span>
      )}
    </span>
  );
}

interface WhyProps {
  why: readonly string[];
  text: string;
  /** What was asked or done. */
  question: string;
}

/** Why a memory was found or told: one reason; the figures of the ranking stand under Advanced. */
export function Why({ why, ...about }: WhyProps) {
  const { reason, figures } = plainWhy(why, about);
  return (
    <div className="quiet fine wrap">
      <Ticked text={reason} />
      {figures.length > 0 && (
        <details>
          <summary>Advanced</summary>
          {figures.join(' · ')}
        </details>
      )}
    </div>
  );
}

interface WhyListProps {
  of: readonly { id: string; text: string; because: string }[];
  /** What was asked or done. */
  question: string;
}

/** Memories, each with why it was told or left out. */
export const WhyList = ({ of, question }: WhyListProps) => (
  <ul className="stack">
    {of.map(({ id, text, because }) => (
      <li key={id}>
        <MemoryLink id={id} text={text} question={question} />
        <Why why={[because]} text={text} question={question} />
      </li>
    ))}
  </ul>
);
