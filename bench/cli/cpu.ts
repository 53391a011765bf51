import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COUNTER = fileURLToPath(new URL('../../bench/cli/count-cpu.cjs', import.meta.url));

/** Processor time of a Node process with its threads, as it says when it ends. */
export function cpuMs(
  words: readonly string[],
  { cwd, env, input = '' }: { cwd: string; env: NodeJS.ProcessEnv; input?: string },
): number {
  const { output } = spawnSync(process.execPath, ['--require', COUNTER, ...words], {
    cwd,
    env,
    input,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  const { user, system } = JSON.parse(String(output[3])) as NodeJS.CpuUsage;
  return (user + system) / 1000;
}
