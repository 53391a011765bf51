/** A text in which `code` and **strong words** are shown as such. */
export function Ticked({ text }: { text: string }) {
  const parts = text.split(/`([^`\n]+)`|\*\*([^*\n]+)\*\*/);
  return parts.map((part, i) => {
    const key = `${i} ${part}`;
    if (part === undefined) return null;
    if (i % 3 === 1)
      return (
        <code key={key} className="mono">
          {part}
        </code>
      );
    return i % 3 === 2 ? <strong key={key}>{part}</strong> : part;
  });
}
