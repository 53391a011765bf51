/** The head of a symbol for people to read: the line of its name and, where its brackets stay open, the next ones. */
export function declarationSignature(
  source: string,
  { start, end, nameAt }: { start: number; end: number; nameAt: number },
): string {
  const from = Math.max(start, source.lastIndexOf('\n', nameAt) + 1);
  let depth = 0;
  let to = from;
  let before = 0;
  let isEven = true;
  for (const most = Math.min(end, from + MAX_SIGNATURE_CHARS); to < most; to++) {
    const code = source.charCodeAt(to);
    if (code === OPEN || code === OPEN_SQUARE) depth++;
    else if (code === CLOSE || code === CLOSE_SQUARE) depth--;
    else if (depth <= 0 && (code === BRACE || code === SEMICOLON || code === LINE_END)) break;
    if (code > 127 || (code <= BLANK && (code !== BLANK || before === BLANK))) isEven = false;
    before = code;
  }
  const text = source.slice(from, to);
  // Most have nothing but single spaces in them: to look for others would take longer than all the rest.
  return (isEven ? text : text.replace(/\s+/g, ' ')).trim();
}

const [LINE_END, BLANK, SEMICOLON, BRACE] = [10, 32, 59, 123] as const;
const [OPEN, CLOSE, OPEN_SQUARE, CLOSE_SQUARE] = [40, 41, 91, 93] as const;

const MAX_SIGNATURE_CHARS = 200;
