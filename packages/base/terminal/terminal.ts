import { styleText } from 'node:util';
import { visible } from '../plain.ts';
import { wrap } from './width.ts';

/** Where a command writes: `process.stdout` and `process.stderr` fit, and so does an array in a test. */
export interface OutputStream {
  write(text: string): unknown;
  isTTY?: boolean | undefined;
  columns?: number | undefined;
  /** Called when the reader closed the pipe (EPIPE). */
  on?(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** Where a command reads: `process.stdin` fits. */
export interface InputStream extends AsyncIterable<Uint8Array | string> {
  isTTY?: boolean | undefined;
  /** Has a terminal hand over every key as it is pressed. */
  setRawMode?(on: boolean): unknown;
  /** Lets go of the descriptor, so that an unanswered question does not keep the process alive. */
  destroy?(): unknown;
}

export type Style = Parameters<typeof styleText>[0];

export interface TerminalOutput {
  readonly isTerminal: boolean;
  /** The columns to fill; endless where no terminal cuts the lines, so that `grep` finds whole sentences. */
  readonly width: number;
  line(text?: string): void;
  /** A line that says less than the others, in dim letters; and one that wants to be seen, in yellow. */
  quiet(text: string): void;
  warn(text: string): void;
  /** A heading, after an empty line. */
  heading(text: string): void;
  /** A text of any length, broken at words after an indentation; control characters are made visible. */
  block(text: string, indent?: number | string, style?: Style): void;
  write(text: string): void;
  paint(style: Style, text: string): string;
  bold(text: string): string;
  dim(text: string): string;
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
  const block = (text: string, indent: number | string = 0, style: Style = []) => {
    const before = typeof indent === 'number' ? ' '.repeat(indent) : indent;
    for (const each of wrap(visible(text), width - before.length)) line(`${before}${paint(style, each)}`);
  };
  return {
    ...{ isTerminal, width, line, block, write, paint },
    heading: (text) => line(`\n${paint('bold', text)}`),
    bold: (text) => paint('bold', text),
    dim: (text) => paint('dim', text),
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
