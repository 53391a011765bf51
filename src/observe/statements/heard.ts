import { remembered } from '../../words/remembered.ts';

/** The lines an agent or a tool said of late, as numbers; the oldest are overwritten. */
export interface Heard {
  lines: number[];
  next: number;
}

export const beginHeard = (): Heard => ({ lines: [], next: 0 });

/** Takes in what an agent or a tool said. */
export function hear(heard: Heard, text: string): void {
  for (const line of linesOf(text)) {
    heard.lines[heard.next] = line;
    heard.next = (heard.next + 1) % MOST;
  }
}

/** Whether a line stood in what was said: whoever hands it back did not make it up. */
export const wasHeard = (heard: Heard, line: string): boolean => {
  const number = numberOf(line);
  return number !== 0 && heard.lines.includes(number);
};

const MOST = 160;
const TAKEN = 4000;

/** Several ways of noticing ask of the same texts. */
const linesOf = remembered(
  (text: string): number[] =>
    text
      .slice(0, TAKEN)
      .split(/\n|(?<=[.!?])\s+/)
      .map(numberOf)
      .filter((number) => number !== 0),
  20,
);

/** A number for the letters of a line; nought for one so short that anybody would write it. */
function numberOf(line: string): number {
  let number = 0x811c9dc5;
  let letters = 0;
  for (let i = 0; i < line.length; i++) {
    let code = line.charCodeAt(i);
    if (code >= 65 && code <= 90) code += 32;
    if ((code < 97 || code > 122) && code < 192) continue;
    number = Math.imul(number ^ code, 0x01000193);
    letters++;
  }
  return letters < FEWEST ? 0 : number >>> 0 || 1;
}

const FEWEST = 24;
