import { type ChildProcess, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';

/** A process that does one of the tasks. */
export interface TestChild {
  process: ChildProcess;
  /** What it has said so far, by lines. */
  said: string[];
  /** Settles when it has first said something, or has ended. */
  started: Promise<void>;
  /** How it ended, and what it complained of. */
  ended: Promise<{ code: number | null; trouble: string }>;
}

/** Does one of the tasks in a process of its own, as another user where one is given. */
export function spawnChild<A extends unknown[]>(
  task: (...args: A) => void,
  args: A,
  uid?: number,
): TestChild {
  const call = `import(${JSON.stringify(STORE_TASKS_URL)}).then((tasks) => tasks.${task.name}(...${JSON.stringify(args)}))`;
  const child = spawn(
    process.execPath,
    ['--no-warnings', '-e', call],
    uid === undefined ? {} : { uid, gid: uid },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: string[] = [];
  let rest = '';
  let trouble = '';
  child.stdout.on('data', (data) => {
    const lines = (rest + data).split('\n');
    rest = lines.pop()!;
    said.push(...lines);
  });
  child.stderr.on('data', (data) => {
    trouble += data;
  });
  const ended = new Promise<{ code: number | null; trouble: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, trouble }));
  });
  const heard = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  return { process: child, said, started: Promise.race([heard, ended.then(() => {})]), ended };
}

const STORE_TASKS_URL = new URL('./store-tasks.ts', import.meta.url).href;
