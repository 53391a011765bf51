import type { Sheet } from './terminal.ts';
import { cut, pad } from './width.ts';

const APPEARS_AFTER = 1000;
const REDRAWS_EVERY = 100;
const BAR = 24;

/** How far long work has come, shown to a person who waits. */
export interface Progress extends Disposable {
  tell(done: number, total: number, what: string): void;
  /** Takes the bar away; the line is as clean as before. */
  end(): void;
}

/** Starts a bar that shows itself only to a terminal, and only when the work takes longer than a second. */
export function startProgress(sheet: Sheet, now: () => number): Progress {
  const began = now();
  let at = { done: 0, total: 0, what: '' };
  let drawn = '';
  const draw = () => {
    const passed = now() - began;
    const line = pad(cut(barOf(at, passed), sheet.width - 1), sheet.width - 1);
    if (passed < APPEARS_AFTER || line === drawn) return;
    drawn = line;
    sheet.write(`\r${line}`);
  };
  const timer = sheet.isTerminal ? setInterval(draw, REDRAWS_EVERY) : undefined;
  // The bar must never be what keeps the process alive.
  timer?.unref();
  const end = () => {
    clearInterval(timer);
    if (drawn !== '') sheet.write(`\r${' '.repeat(sheet.width - 1)}\r`);
    drawn = '';
  };
  return { tell: (done, total, what) => (at = { done, total, what }), end, [Symbol.dispose]: end };
}

/** Draws one line: a bar where the total is known, the seconds that have passed where it is not. */
export function barOf(at: { done: number; total: number; what: string }, passed: number): string {
  if (at.total <= 0) return `${at.what || 'Working'} … ${Math.floor(passed / 1000)} s`;
  const part = Math.min(at.done / at.total, 1);
  const full = Math.round(part * BAR);
  return `${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${String(Math.floor(part * 100)).padStart(3)} %  ${at.what} ${at.done}/${at.total}`;
}
