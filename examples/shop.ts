// What the examples share: a project with a check, and how a model would decide. No account is needed.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Memory, type OpenOptions, openMemory } from 'squirrel-memory/sdk';

export type Print = (line: string) => void;
type Bash = (command: string, print: Print) => Promise<string>;

/** Opens the memory of a project in a temporary folder, and removes both. */
export async function inShop(
  options: Partial<OpenOptions>,
  work: (memory: Memory, bash: Bash) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-example-'));
  try {
    const project = join(folder, 'shop');
    mkdirSync(project);
    writeFileSync(join(project, 'check.sh'), 'echo all is well\n');
    // In a program of yours `home` and `daemon` are left out: then memories are shared with all agents of this machine.
    const place = { project, home: join(folder, 'home'), daemon: 'never' as const };
    await using memory = await openMemory({ ...place, ...options });
    await work(memory, async (command, print) => {
      print(`  runs: ${command}`);
      return (await promisify(execFile)('bash', ['-c', command], { cwd: project })).stdout;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The command to run next, by the texts of a request: a wrapper that is not installed, twice, unless it is said to fail here. */
export function plannedCommand(print: Print): (texts: readonly string[]) => string | undefined {
  let failures = 0;
  return (texts) => {
    const warning = texts[0]!.split('\n').find((line) => line.includes('command not found'));
    const last = texts.at(-1)!;
    if (warning && texts.length === 2) print(`  is told before it begins: ${warning}`);
    if (last.includes('all is well')) return undefined;
    if (last.includes('command not found')) failures++;
    return warning || failures === 2 ? 'bash check.sh' : 'rtk bash check.sh';
  };
}
