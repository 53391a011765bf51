import { Ticked } from './Ticked.tsx';

interface MemoryTextProps {
  text: string;
  /** A search whose words are marked. */
  question?: string | undefined;
}

/** A memory's text as people read it; of a decision that was asked for, the answer comes before the question. */
export function MemoryText({ text, question }: MemoryTextProps) {
  const asked = /^(?<question>.{1,400}?\?) Decided: (?<answer>.+)$/s.exec(text)?.groups;
  if (!asked) return <Ticked text={text} question={question} />;
  return (
    <>
      <Ticked text={asked.answer!} question={question} />{' '}
      <span className="quiet">
        <Ticked text={asked.question!} question={question} />
      </span>
    </>
  );
}
