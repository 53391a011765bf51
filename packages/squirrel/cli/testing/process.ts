import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AS_PERSON } from '@sqrl/base/testing/as-person.ts';

export const launcher = fileURLToPath(new URL('../../../../bin/sqrl.mjs', import.meta.url));

/** How a process ended and what it said. */
export interface ProcessResult {
  exit: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
}

/** A machine of its own: a home, a project folder and a place for temporary files, all gone when it is disposed. */
export interface TestMachine extends Disposable {
  root: string;
  home: string;
  project: string;
  temporary: string;
  sqrl(argv: string[], options?: RunOptions): Promise<ProcessResult>;
  start(argv: string[], options?: RunOptions): ChildProcess;
}

interface RunOptions {
  stdin?: string | Uint8Array;
  cwd?: string;
  home?: string;
  /** The Node that starts the launcher, with its own options. */
  node?: string[];
  /** Another launcher than the built one. */
  script?: string;
  env?: Record<string, string>;
}

/** Sets up a machine to run the built command line on, as a person would. */
export function machine(): TestMachine {
  if (!existsSync(new URL('../../../../dist/squirrel/sqrl.js', import.meta.url)))
    throw new Error('Run `npm run build` first.');
  const root = mkdtempSync(join(tmpdir(), 'sqrl-journey-'));
  const folders = { home: join(root, 'home'), project: join(root, 'shop'), temporary: join(root, 'tmp') };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const children: ChildProcess[] = [];
  const start = (argv: string[], options: RunOptions = {}): ChildProcess => {
    const [node = process.execPath, ...nodeOptions] = options.node ?? [];
    const child = spawn(node, [...nodeOptions, AS_PERSON, options.script ?? launcher, ...argv], {
      cwd: options.cwd ?? folders.project,
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        HOME: root,
        TMPDIR: folders.temporary,
        SQRL_HOME: options.home ?? folders.home,
        ...options.env,
      },
    });
    children.push(child);
    return child;
  };
  const leave = () => {
    process.off('exit', leave);
    for (const child of children) child.kill('SIGKILL');
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  };
  // A test that runs out of time is never left by its end; its children must not outlive the run all the same.
  process.once('exit', leave);
  return {
    root,
    ...folders,
    start,
    async sqrl(argv, options = {}) {
      const child = start(argv, options);
      // A command that does not read leaves a closed pipe behind; that is its right.
      child.stdin!.on('error', () => {});
      child.stdin!.end(options.stdin ?? '');
      return ended(child);
    },
    [Symbol.dispose]: leave,
  };
}

/** Waits for a process and collects what it says. */
export function ended(child: ChildProcess): Promise<ProcessResult> {
  const said = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, signal) => resolve({ exit, signal, ...said }));
  });
}
