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

/** A text in which `code` and **strong words** are shown as such. */
export function Ticked({ text, question }: TickedProps) {
  const parts = text.split(/`([^`\n]+)`|\*\*([^*\n]+)\*\*/);
  return parts.map((part, i) => {
    const key = `${i} ${part}`;
    if (part === undefined) return null;
    const shown = question ? <Marked key={key} text={part} question={question} /> : part;
    if (i % 3 === 1)
      return (
        <code key={key} className="mono">
          {shown}
        </code>
      );
    return i % 3 === 2 ? <strong key={key}>{shown}</strong> : shown;
  });
}

interface MemoryTextProps {
  text: string;
  /** A search whose words are marked. */
  question?: string | undefined;
}

/** A memory's text as people read it: what it says comes first, then what it was asked, or the headings it stood under. */
export function MemoryText({ text, question }: MemoryTextProps) {
  const { said, below } = (DECISION.exec(text) ?? UNDER_HEADINGS.exec(text))?.groups ?? {};
  if (said === undefined)
    return (
      <bdi>
        <Ticked text={text} question={question} />
      </bdi>
    );
  return (
    <bdi>
      <Ticked text={said} question={question} />{' '}
      <span className="quiet">
        <Ticked text={below!} question={question} />
      </span>
    </bdi>
  );
}

const DECISION = /^(?<below>.{1,400}?\?) Decided: (?<said>.+)$/s;

/** A rule of a file, which begins with the path of its headings. */
const UNDER_HEADINGS = /^(?<below>[^:\n]{1,200} > [^:\n]{1,120}): (?<said>.+)$/s;
