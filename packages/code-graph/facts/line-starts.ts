export function lineStartsOf(source: string): number[] {
  const starts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line an offset lies in, from 0. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface Range {
  start: number;
  end: number;
}

/** Cuts a range after every hundred lines; earlier where these are long, and inside of a line that is endless. */
export function cutAtLines({ start, end }: Range, starts: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (let at = start; at < end; ) {
    const line = lineAt(starts, at);
    const last = Math.min(line + LINES, lineAt(starts, at + MAX_CHUNK_CHARS));
    const next = last > line ? starts[last]! : Math.min(starts[line + 1] ?? end, at + MAX_CHUNK_CHARS);
    const stop = line + LINES >= starts.length && end - at <= MAX_CHUNK_CHARS ? end : Math.min(next, end);
    ranges.push({ start: at, end: stop });
    at = stop;
  }
  return ranges;
}

const LINES = 100;

/** In characters: no chunk without structure is longer. */
const MAX_CHUNK_CHARS = 8_000;
