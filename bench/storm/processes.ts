import { readdirSync, readFileSync } from 'node:fs';

/** A process of this machine, as /proc shows it. */
export interface Process {
  pid: number;
  command: string;
}

/** Processes that have to do with a folder: by their words, their surroundings, or where they stand. */
export function processesOf(folder: string): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const command = contentOf(`/proc/${name}/cmdline`).replaceAll('\0', ' ').trim();
      // One that is dead and waits to be noticed by its parent has no words.
      if (command === '') return [];
      const about = `${command}\n${contentOf(`/proc/${name}/environ`)}`;
      return about.includes(folder) ? [{ pid: Number(name), command }] : [];
    });
}

/** Whether a process lives. */
export function isAlive(pid: number): boolean {
  const state = contentOf(`/proc/${pid}/stat`).split(') ').at(-1)?.[0];
  return state !== undefined && state !== 'Z' && state !== 'X';
}

/** Milliseconds that a process has worked, all its threads together. */
export function cpuOf(pid: number): number {
  const fields = contentOf(`/proc/${pid}/stat`).split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Megabytes of memory that a process takes. */
export const memoryOf = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(contentOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);

function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
