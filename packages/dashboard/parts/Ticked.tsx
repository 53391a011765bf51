import { Marked } from './Marked.tsx';

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
