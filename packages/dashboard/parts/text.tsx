import { inlineParts, saidFirst } from './inline-parts.ts';
import { matchedParts } from './matched-parts.ts';

/** A text with the words marked that it shares with a question. */
export const Marked = ({ text, question }: { text: string; question: string }) =>
  matchedParts(text, question).map((part, i) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no other name, and never move
    part.matched ? <mark key={i}>{part.text}</mark> : part.text,
  );

interface TickedProps {
  text: string;
  /** Its words are marked. */
  question?: string | undefined;
}

/** A text in which code and strong words are shown as such. */
export const Ticked = ({ text, question }: TickedProps) =>
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

interface MemoryTextProps {
  text: string;
  /** A search whose words are marked. */
  question?: string | undefined;
}

/** A memory's text as people read it: what it says comes first, then what it was asked, or the headings it stood under. */
export function MemoryText({ text, question }: MemoryTextProps) {
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
