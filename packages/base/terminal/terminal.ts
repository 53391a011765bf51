import { styleText } from 'node:util';
import type { OutputStream } from './streams.ts';
import { wrap } from './width.ts';

export type Style = Parameters<typeof styleText>[0];

/** One of the two outputs, knowing whether a person looks at it. */
export interface TerminalOutput {
  readonly isTerminal: boolean;
  /** The columns to fill; endless where no terminal cuts the lines, so that `grep` finds whole sentences. */
  readonly width: number;
  line(text?: string): void;
  /** A line that says less than the others, in dim letters; and one that wants to be seen, in yellow. */
  quiet(text: string): void;
  warn(text: string): void;
  /** Writes as it is, without a line's end. */
  write(text: string): void;
  paint(style: Style, text: string): string;
}

interface SheetOptions {
  colour: boolean;
  /** Its lines are sentences, which a terminal shows broken at words. */
  wraps?: boolean;
  isGone: () => boolean;
}

/** Makes a sheet of an output. After `isGone` it swallows what is written. */
export function sheetOf(output: OutputStream, options: SheetOptions): TerminalOutput {
  const isTerminal = output.isTTY === true;
  // Lines much longer than a hundred columns are tiring to read, however wide the window is.
  // A terminal without a size yet says 0.
  const width = isTerminal ? Math.min(Math.max(output.columns || 80, 30), 110) : Number.POSITIVE_INFINITY;
  const write = (text: string) => {
    if (!options.isGone()) output.write(text);
  };
  const line = (text = '') => write(`${options.wraps && isTerminal ? wrap(text, width).join('\n') : text}\n`);
  const paint = (style: Style, text: string) =>
    options.colour ? styleText(style, text, { validateStream: false }) : text;
  return {
    ...{ isTerminal, width, line, write, paint },
    quiet: (text) => line(paint('dim', text)),
    warn: (text) => line(paint('yellow', text)),
  };
}

/** Decides whether an output gets colours: the command line's word first, then the environment's, then the terminal. */
export function wantsColour(
  output: OutputStream,
  env: Readonly<Record<string, string | undefined>>,
  refused: boolean,
): boolean {
  if (refused) return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (env.NO_COLOR || env.TERM === 'dumb') return false;
  return output.isTTY === true;
}
