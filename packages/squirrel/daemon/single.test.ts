import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stopMarkPath } from '../protocol/daemon-file.ts';
import {
  becomeSingle,
  clearStopMark,
  isHeld,
  lockPath,
  markStopped,
  stoppedSince,
  waitToBeSingle,
} from './single.ts';

function home(): string {
  const root = mkdtempSync(join(tmpdir(), 'sqrl-single-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  return join(root, 'home');
}

test('there is one at a time, and the next can come when it has gone', () => {
  const at = home();
  expect(isHeld(at)).toBe(false);
  const first = becomeSingle(at)!;
  expect([isHeld(at), becomeSingle(at)]).toEqual([true, undefined]);
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  expect([isHeld(at), existsSync(lockPath(at))]).toEqual([false, false]);
  becomeSingle(at)![Symbol.dispose]();
});

test('a lock on a file that was removed meanwhile does not count', () => {
  const at = home();
  using first = becomeSingle(at)!;
  rmSync(lockPath(at));
  using second = becomeSingle(at)!;
  expect([first, second]).not.toContain(undefined);
  expect(isHeld(at)).toBe(true);
});

test('one that waits takes over when the other stops, and leaves when the other is there to stay', async () => {
  const at = home();
  const first = becomeSingle(at)!;
  const waiting = waitToBeSingle(at, () => false);
  setTimeout(() => first[Symbol.dispose](), 100);
  using second = await waiting;
  expect(second).toBeDefined();
  expect(await waitToBeSingle(at, () => true)).toBeUndefined();
});

test('a stop applies to daemons started before it, not after', () => {
  const at = home();
  markStopped(at);
  expect(stoppedSince(at, 0, Date.now())).toBe(false);
  becomeSingle(at)![Symbol.dispose]();
  markStopped(at);
  const now = Date.now() + 2000;
  expect(stoppedSince(at, now - 3000, now)).toBe(true);
  expect(stoppedSince(at, now - 1000, now)).toBe(false);
});

test('a stop mark from the future, or one that is not a file, stops no daemon', () => {
  const at = home();
  becomeSingle(at)![Symbol.dispose]();
  markStopped(at);
  const tomorrow = new Date(Date.now() + 86_400_000);
  utimesSync(stopMarkPath(at), tomorrow, tomorrow);
  expect(stoppedSince(at, Date.now() - 1000, Date.now())).toBe(false);
  clearStopMark(at);
  mkdirSync(stopMarkPath(at));
  expect(stoppedSince(at, 0, Date.now())).toBe(false);
  markStopped(at);
});

test('the lock of a home that was made again is left to the daemon that holds it', () => {
  const at = home();
  const first = becomeSingle(at)!;
  rmSync(at, { recursive: true });
  using second = becomeSingle(at)!;
  expect([first.isCurrent(), second.isCurrent()]).toEqual([false, true]);
  first[Symbol.dispose]();
  expect([isHeld(at), second.isCurrent()]).toEqual([true, true]);
});
