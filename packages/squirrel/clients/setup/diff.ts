export interface DiffLine {
  sign: '+' | '-' | ' ' | '…';
  text: string;
}

/** Largest product of line counts that is compared line by line. */
const MAX_COMPARISONS = 4_000_000;

export function diffOf(before: string, after: string): DiffLine[] {
  const [a, b] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const same = (lines: string[]): DiffLine[] => lines.map((text) => ({ sign: ' ', text }));
  const middle = compared(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  return shortened([...same(a.slice(0, head)), ...middle, ...same(a.slice(a.length - tail))]);
}

/** The longest common sequence of lines stays; the rest goes or comes. */
function compared(a: string[], b: string[]): DiffLine[] {
  const gone = (text: string): DiffLine => ({ sign: '-', text });
  const come = (text: string): DiffLine => ({ sign: '+', text });
  if (a.length * b.length > MAX_COMPARISONS) return [...a.map(gone), ...b.map(come)];
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ sign: ' ', text: a[i]! });
      i++;
      j++;
    } else if (j >= b.length || (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      lines.push(gone(a[i++]!));
    else lines.push(come(b[j++]!));
  }
  return lines;
}

function shortened(lines: DiffLine[]): DiffLine[] {
  const near = (i: number) => lines.slice(Math.max(i - 1, 0), i + 2).some(({ sign }) => sign !== ' ');
  return lines.flatMap((line, i): DiffLine[] => {
    if (near(i)) return [line];
    return i > 0 && near(i - 1) && lines.slice(i).some((_, k) => near(i + k))
      ? [{ sign: '…', text: '' }]
      : [];
  });
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));
