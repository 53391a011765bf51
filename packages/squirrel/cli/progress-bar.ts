import type { ProgressBar } from './progress-board.ts';

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
