/** The head of a symbol for people to read: the line of its name and, where its brackets stay open, the next ones. */
export function signatureOf(
  source: string,
  { start, end, nameAt }: { start: number; end: number; nameAt: number },
): string {
  const from = Math.max(start, source.lastIndexOf('\n', nameAt) + 1);
  let depth = 0;
  let to = from;
  for (const most = Math.min(end, from + LONGEST); to < most; to++) {
    const char = source[to]!;
    if (char === '(' || char === '[') depth++;
    else if (char === ')' || char === ']') depth--;
    else if (depth <= 0 && (char === '{' || char === ';' || char === '\n')) break;
  }
  return source.slice(from, to).replace(/\s+/g, ' ').trim();
}

const LONGEST = 200;
