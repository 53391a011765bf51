/** A text in which what stands between backticks is shown as code. */
export function Ticked({ text }: { text: string }) {
  const parts = text.split(/`([^`]+)`/);
  return parts.map((part, i) => {
    const key = `${i} ${part}`;
    return i % 2 === 1 ? (
      <code key={key} className="mono">
        {part}
      </code>
    ) : (
      part
    );
  });
}
