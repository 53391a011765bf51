import { execFileSync } from 'node:child_process';
import { hundredths } from '../percentiles.ts';

export interface Cost {
  cpuS: number;
  wallS: number;
}

/** What some work costs in this process. */
export async function costOf<T>(work: () => Promise<T> | T): Promise<Cost & { result: T }> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    cpuS: hundredths((user + system) / 1e6),
    wallS: hundredths((performance.now() - start) / 1e3),
    result,
  };
}

/** What a command costs, with all the processes it starts. */
export function costOfCommand(command: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Cost {
  const start = performance.now();
  const output = execFileSync('bash', ['-c', '"$@" >&2; times', '--', ...command], {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [user = 0, system = 0] = output
    .trim()
    .split('\n')
    .at(-1)!
    .split(' ')
    .map((time) => {
      const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(time)!;
      return Number(minutes) * 60 + Number(seconds);
    });
  return { cpuS: hundredths(user + system), wallS: hundredths((performance.now() - start) / 1e3) };
}
