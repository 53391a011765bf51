import type { OnProgress } from '@sqrl/base/messages.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import type { TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { startWorker, workerProgram } from '@sqrl/base/thread.ts';
import { openBoard, type ProgressBoard } from './progress-board.ts';

/** How far long work has come, shown to a person who waits. */
export interface ProgressDisplay extends Disposable {
  tell: OnProgress;
  /** Takes the bar away; the line is as clean as before. */
  end(): void;
}

/**
 * Starts a bar that shows itself only to a terminal, and only when the work takes longer than a second. `fd` is the
 * terminal's own, since the bar is drawn by a thread: most of what takes long keeps this one from drawing anything.
 */
export function startProgress(
  sheet: TerminalOutput,
  fd: number | undefined,
  what = 'Working',
): ProgressDisplay {
  if (!sheet.isTerminal || fd === undefined) return SILENT;
  board ??= openThread();
  const shown = { fd, width: sheet.width - 1, began: Date.now() };
  const show = (done: number, total: number, now: string) =>
    board!.show({ ...shown, done, total, what: oneLine(now) });
  const end = () => {
    if (board!.clear()) sheet.write(`\r${' '.repeat(shown.width)}\r`);
  };
  show(0, 0, what);
  return { tell: show, end, [Symbol.dispose]: end };
}

const SILENT: ProgressDisplay = { tell() {}, end() {}, [Symbol.dispose]() {} };

/** What the thread looks at; one for all bars of the process, since there is one at a time. */
let board: ProgressBoard | undefined;

function openThread(): ProgressBoard {
  const memory = new SharedArrayBuffer(1024);
  const thread = startWorker(PROGRAM, memory);
  // The bar must never be what keeps the process alive, nor what ends it.
  thread.unref();
  thread.on('error', () => {});
  return openBoard(memory);
}

const PROGRAM = workerProgram('./progress-thread.ts', import.meta.url);
