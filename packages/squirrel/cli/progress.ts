import { writeSync } from 'node:fs';
import { parentPort, type Worker, workerData } from 'node:worker_threads';
import type { OnProgress } from '@sqrl/base/messages.ts';
import { oneLine } from '@sqrl/base/plain.ts';
import type { TerminalOutput } from '@sqrl/base/terminal/terminal.ts';
import { cutToWidth, pad } from '@sqrl/base/terminal/width.ts';
import { startWorker, workerProgram } from '@sqrl/base/thread.ts';

// The bar is drawn by a thread, which this same file starts: most of what takes long keeps its own thread from drawing.

/** How far long work has come, shown to a person who waits. */
export interface ProgressDisplay extends Disposable {
  tell: OnProgress;
  /** Takes the bar away; the line is as clean as before. */
  end(): void;
}

interface ProgressBar {
  fd: number;
  width: number;
  began: number;
  done: number;
  total: number;
  what: string;
}

/** Starts a bar that shows itself only to a terminal, `fd`, and only when the work takes longer than a second. */
export function startProgress(
  sheet: TerminalOutput,
  fd: number | undefined,
  what = 'Working',
): ProgressDisplay {
  if (!sheet.isTerminal || fd === undefined) return SILENT;
  drawer ??= startDrawer();
  const thread = drawer;
  const shown = { fd, width: sheet.width - 1, began: Date.now() };
  const tell: OnProgress = (done, total, now) => {
    const bar: ProgressBar = { ...shown, done, total, what: oneLine(now) };
    alone(thread.words, () => {
      thread.words[IS_SHOWN] = 1;
    });
    thread.worker.postMessage(bar);
  };
  const end = () => {
    const isDrawn = alone(thread.words, () => {
      thread.words[IS_SHOWN] = 0;
      return Atomics.exchange(thread.words, IS_DRAWN, 0) === 1;
    });
    if (isDrawn) sheet.write(`\r${' '.repeat(shown.width)}\r`);
  };
  tell(0, 0, what);
  return { tell, end, [Symbol.dispose]: end };
}

const SILENT: ProgressDisplay = { tell() {}, end() {}, [Symbol.dispose]() {} };

/** What draws, for all bars of the process, since there is one at a time; and the memory that it shares with this thread. */
let drawer: { worker: Worker; words: Int32Array } | undefined;

/** Places in that memory: a lock, whether a bar is to be seen, and whether one is. */
const [LOCK, IS_SHOWN, IS_DRAWN] = [0, 1, 2];

function startDrawer() {
  const memory = new SharedArrayBuffer(12);
  const worker = startWorker(workerProgram('./progress.ts', import.meta.url), memory);
  // The bar must never be what keeps the process alive, nor what ends it.
  worker.unref();
  worker.on('error', () => {});
  return { worker, words: new Int32Array(memory) };
}

/** Runs work while the other thread waits. */
function alone<T>(words: Int32Array, work: () => T): T {
  while (Atomics.compareExchange(words, LOCK, 0, 1) !== 0) Atomics.wait(words, LOCK, 1, 10);
  try {
    return work();
  } finally {
    Atomics.store(words, LOCK, 0);
    Atomics.notify(words, LOCK);
  }
}

const APPEARS_AFTER_MS = 1000;
const REDRAW_INTERVAL_MS = 100;

if (workerData instanceof SharedArrayBuffer) draw(new Int32Array(workerData));

/** Is the thread that draws. */
function draw(words: Int32Array): void {
  let bar: ProgressBar | undefined;
  let last = { began: 0, line: '' };
  parentPort!.on('message', (next: ProgressBar) => {
    bar = next;
  });
  setInterval(() => {
    alone(words, () => {
      if (!bar || words[IS_SHOWN] === 0) return;
      const { fd, width, began } = bar;
      const passed = Date.now() - began;
      const line = pad(cutToWidth(barOf(bar, passed), width), width);
      if (passed < APPEARS_AFTER_MS || (line === last.line && began === last.began)) return;
      try {
        writeSync(fd, `\r${line}`);
        last = { began, line };
        words[IS_DRAWN] = 1;
      } catch {
        // A terminal that takes nothing now gets the next one.
      }
    });
  }, REDRAW_INTERVAL_MS);
}

const BAR_COLUMNS = 24;
const LARGE_TOTAL = 1_000_000;

/** Draws one line: a bar where the total is known, and the seconds that have passed, which go on where it stands. */
export function barOf(
  { done, total, what }: Pick<ProgressBar, 'done' | 'total' | 'what'>,
  passed: number,
): string {
  const seconds = `${Math.floor(passed / 1000)} s`;
  if (total <= 0) return `${what} … ${seconds}`;
  const part = Math.min(done / total, 1);
  const full = Math.round(part * BAR_COLUMNS);
  // Bytes are too many to be counted one by one.
  const counted = total < LARGE_TOTAL ? ` ${done}/${total}` : '';
  return `${'█'.repeat(full)}${'░'.repeat(BAR_COLUMNS - full)} ${String(Math.floor(part * 100)).padStart(3)} %  ${what}${counted} · ${seconds}`;
}
