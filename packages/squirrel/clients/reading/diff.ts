/**
 * The first and last line, in the file as it became, that a unified diff changed; null where it changed none. A line
 * taken away counts as the one now standing in its place.
 */
export function changedLines(diff: string): [from: number, to: number] | null {
  let line = 0;
  let from = 0;
  let to = 0;
  for (const [start, end] of linesOf(diff)) {
    const sign = diff[start];
    if (sign === '@') line = hunkStart(diff.slice(start, end)) ?? line;
    else if (line === 0) continue;
    else if (sign === '+' || sign === '-') {
      if (from === 0) from = line;
      to = Math.max(to, line);
      if (sign === '+') line++;
    } else if (sign !== '\\') line++;
  }
  return from === 0 ? null : [from, to];
}

/** How many lines a text has; an empty one has none. */
export function lineCount(text: string): number {
  if (text === '') return 0;
  let lines = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

function* linesOf(text: string): Generator<[start: number, end: number]> {
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    yield [start, end];
    start = end + 1;
  }
}

// A hunk that leaves an empty file begins at line 0.
function hunkStart(header: string): number | undefined {
  const found = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(header);
  return found ? Math.max(Number(found[1]), 1) : undefined;
}
