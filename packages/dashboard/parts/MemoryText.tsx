import { Ticked } from './Ticked.tsx';

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
