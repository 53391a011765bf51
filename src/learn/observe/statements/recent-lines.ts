import { remembered } from '../../../base/memo.ts';

/** The lines an agent or a tool said of late, as numbers; the oldest are overwritten. */
export interface RecentLines {
  lines: number[];
  next: number;
}

export const beginHeard = (): RecentLines => ({ lines: [], next: 0 });

/** Takes in what an agent or a tool said. */
export function addLines(heard: RecentLines, text: string): void {
  for (const line of linesOf(text)) {
    heard.lines[heard.next] = line;
    heard.next = (heard.next + 1) % MAX_LINES;
  }
}

/** Whether a line stood in what was said: whoever hands it back did not make it up. */
export const wasHeard = (heard: RecentLines, line: string): boolean => {
  const number = numberOf(line);
  return number !== 0 && heard.lines.includes(number);
};

const MAX_LINES = 160;
const TAKEN = 4000;

/** Several ways of noticing ask of the same texts. */
const linesOf = remembered(lineNumbersIn, 20);

/**
 * The numbers of the lines and sentences of a text, in one walk, without cutting it apart first: every reply and result
 * comes through here.
 */
export function lineNumbersIn(text: string): number[] {
  const numbers: number[] = [];
  const line = { number: SEED, letters: 0 };
  const end = Math.min(text.length, TAKEN);
  // A sentence ends at the blanks behind its mark, a line wherever it breaks.
  let isBehindMark = false;
  let isBetween = false;
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code === BREAK ? !isBetween : isBehindMark && isBlank(code)) {
      take();
      isBetween = code !== BREAK;
    } else if (isBetween && isBlank(code)) continue;
    else {
      isBetween = false;
      add(line, code);
    }
    isBehindMark = code === 46 || code === 33 || code === 63;
  }
  take();
  return numbers;

  function take(): void {
    const number = finished(line);
    if (number !== 0) numbers.push(number);
    line.number = SEED;
    line.letters = 0;
  }
}

const BREAK = 10;
const isBlank = (code: number): boolean =>
  code <= 32 ? code === 32 || (code >= 9 && code <= 13) : code >= 160 && /\s/.test(String.fromCharCode(code));

/** A number for the letters of a line; nought for one so short that anybody would write it. */
function numberOf(text: string): number {
  const line = { number: SEED, letters: 0 };
  for (let i = 0; i < text.length; i++) add(line, text.charCodeAt(i));
  return finished(line);
}

function add(line: { number: number; letters: number }, code: number): void {
  const letter = code >= 65 && code <= 90 ? code + 32 : code;
  if ((letter < 97 || letter > 122) && letter < 192) return;
  line.number = Math.imul(line.number ^ letter, 0x01000193);
  line.letters++;
}

const finished = ({ number, letters }: { number: number; letters: number }): number =>
  letters < MIN_LINE_LETTERS ? 0 : number >>> 0 || 1;

const SEED = 0x811c9dc5;
const MIN_LINE_LETTERS = 24;
