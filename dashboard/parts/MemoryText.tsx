import { Ticked } from './Ticked.tsx';

/** A memory's text as people read it; of a decision that was asked for, the answer comes before the question. */
export function MemoryText({ text }: { text: string }) {
  const asked = /^(?<question>.{1,400}?\?) Decided: (?<answer>.+)$/s.exec(text)?.groups;
  if (!asked) return <Ticked text={text} />;
  return (
    <>
      <Ticked text={asked.answer!} />{' '}
      <span className="quiet">
        <Ticked text={asked.question!} />
      </span>
    </>
  );
}
