// Draws the bar in a thread of its own, so that it moves while the one that works is deep in a long statement.
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { cutToWidth, pad } from '@sqrl/base/terminal/width.ts';
import { barOf } from './progress-bar.ts';
import { openBoard, type ProgressBar } from './progress-board.ts';

const APPEARS_AFTER_MS = 1000;
const REDRAW_INTERVAL_MS = 100;

const board = openBoard(workerData as SharedArrayBuffer);
let last = { began: 0, line: '' };
setInterval(() => board.redraw(draw), REDRAW_INTERVAL_MS);

function draw({ fd, width, began, ...bar }: ProgressBar): boolean {
  const passed = Date.now() - began;
  const line = pad(cutToWidth(barOf(bar, passed), width), width);
  if (passed < APPEARS_AFTER_MS || (line === last.line && began === last.began)) return false;
  try {
    writeSync(fd, `\r${line}`);
    last = { began, line };
    return true;
  } catch {
    // A terminal that takes nothing now gets the next one.
    return false;
  }
}
