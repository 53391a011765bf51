import { styleText } from 'node:util';
import type { OutputStream } from './streams.ts';

export type Style = Parameters<typeof styleText>[0];

/** One of the two outputs, knowing whether a person looks at it. */
export interface TerminalOutput {
  readonly isTerminal: boolean;
  /** The columns to fill; endless where no terminal cuts the lines, so that `grep` finds whole sentences. */
  readonly width: number;
  line(text?: string): void;
  /** Writes as it is, without a line's end. */
  write(text: string): void;
  paint(style: Style, text: string): string;
}

/** Makes a sheet of an output. After `isGone` it swallows what is written. */
export function sheetOf(
  output: OutputStream,
  options: { colour: boolean; isGone: () => boolean },
): TerminalOutput {
  const isTerminal = output.isTTY === true;
  const write = (text: string) => {
    if (!options.isGone()) output.write(text);
  };
  return {
    isTerminal,
    // Lines much longer than a hundred columns are tiring to read, however wide the window is.
    width: isTerminal ? Math.min(Math.max(output.columns ?? 80, 30), 110) : Number.POSITIVE_INFINITY,
    line: (text = '') => write(`${text}\n`),
    write,
    paint: (style, text) => (options.colour ? styleText(style, text, { validateStream: false }) : text),
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
