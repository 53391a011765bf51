import { kindOf, type Memory, type MemoryType } from '@sqrl/base/model/memory.ts';
import { Link } from 'wouter';
import { Icon } from '../theme/icons.tsx';
import { attribution, word } from '../words/nouns.ts';
import { percent } from '../words/say.ts';
import { inlineParts, matchedParts, plainWhy, saidFirst } from '../words/text-parts.ts';

/** A text with the words marked that it shares with a question. */
export const Marked = ({ text, question }: { text: string; question: string }) =>
  matchedParts(text, question).map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name, and never move
    part.matched ? <mark key={i}>{part.text}</mark> : part.text,
  );

/** A text in which code and strong words are shown as such. */
export const Ticked = ({ text, question }: { text: string; question?: string | undefined }) =>
  inlineParts(text).map(({ kind, text: part }, i) => {
    const key = `${i} ${part}`;
    if (kind === 'strong')
      return (
        <strong key={key}>
          <Ticked text={part} question={question} />
        </strong>
      );
    const shown = question ? <Marked key={key} text={part} question={question} /> : part;
    return kind === 'plain' ? (
      shown
    ) : (
      <code key={key} className="mono">
        {shown}
      </code>
    );
  });

/** A memory's text as people read it: what it says comes first, then what it was asked, or the headings it stood under. */
export function MemoryText({ text, question }: { text: string; question?: string | undefined }) {
  const { said, below } = saidFirst(text);
  return (
    <bdi>
      <Ticked text={said} question={question} />
      {below && (
        <span className="quiet">
          {' '}
          <Ticked text={below} question={question} />
        </span>
      )}
    </bdi>
  );
}

const TONES = {
  guard: 'bad',
  invariant: 'accent',
  preference: 'info',
  pattern: 'good',
  note: 'off',
} as const;

export function TypePill({ type }: { type: MemoryType }) {
  return (
    <span className="dot memory-type" data-tone={TONES[kindOf(type)]}>
      {word('type', type)}
    </span>
  );
}

interface MemoryLinkProps {
  id: string;
  text: string;
  question?: string | undefined;
  cut?: boolean;
}

export const MemoryLink = ({ id, text, question, cut }: MemoryLinkProps) => (
  <Link href={`/memories?m=${id}`} className="plain wrap memory-link" data-cut={cut}>
    <MemoryText text={text} question={question} />
  </Link>
);

export function Confidence({ value }: { value: number }) {
  return (
    <span className="quiet memory-confidence" title={`Confidence ${percent(value)}`}>
      <i aria-hidden="true">
        <b style={{ width: `${Math.round(value * 100)}%` }} />
      </i>
      <span className="number">{percent(value)}</span>
    </span>
  );
}

type MarkedFields = Partial<Pick<Memory, 'pinned' | 'verified' | 'needsReview' | 'tainted' | 'status'>> & {
  stale?: boolean;
  disputed?: boolean;
  userId?: string | null;
  via?: string | null;
  branch?: string | null;
};

export function MarksOf({ memory }: { memory: MarkedFields }) {
  return (
    <span className="memory-marks">
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

/** Why a memory was found or told: one reason; the figures of the ranking stand under Advanced. */
export function Why({ why, ...about }: { why: readonly string[]; text: string; question: string }) {
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

interface ListedMemory extends MarkedFields {
  id: string;
  text: string;
  type?: MemoryType;
  because?: string;
}

interface MemoriesProps {
  of: readonly ListedMemory[];
  /** What was asked or done, where each has the reason why it was told or left out. */
  question?: string;
  /** Whether what is to be known at a glance stands below each. */
  marked?: boolean;
}

export const Memories = ({ of, question, marked }: MemoriesProps) => (
  <ul className="stack fine">
    {of.map((memory) => (
      <li key={memory.id} className={memory.type && !marked ? 'pair' : undefined}>
        {memory.type && !marked && <TypePill type={memory.type} />}
        <MemoryLink id={memory.id} text={memory.text} question={question} />
        {memory.type && marked && (
          <div className="row">
            <TypePill type={memory.type} />
            <MarksOf memory={memory} />
          </div>
        )}
        {memory.because !== undefined && (
          <Why why={[memory.because]} text={memory.text} question={question ?? ''} />
        )}
      </li>
    ))}
  </ul>
);

/** Where the timeline opens at something that was said; it finds the session itself where none is known. */
export const placeOf = (id: string, session?: string): string =>
  `/timeline?${new URLSearchParams({ ...(session !== undefined && { s: session }), event: id })}`;
