import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench } from './bench.ts';
import { percentile } from './percentiles.ts';
import { faultsOf, slownessOf } from './storm/faults.ts';
import { type Aftermath, storm as rage } from './storm/storm.ts';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const [MEGABYTES, KILLS] = [100, 20];

/** Hooks, agents and logs all at once, while the daemon is killed again and again. */
export const storm: Bench = {
  summary: 'Everything at once while the daemon is killed (--dist FOLDER, --megabytes N, --kills N)',
  async run({ flags, print }) {
    const dist = flags.dist ?? DIST;
    if (!existsSync(join(dist, 'squirrel/hooks/hook.js')) || !existsSync('/proc/self/stat')) {
      print('storm: skipped, needs a build and /proc.');
      return undefined;
    }
    const bytes = Number(flags.megabytes ?? MEGABYTES) * 1e6;
    const aftermath = await rage({
      dist,
      bytes,
      kills: Number(flags.kills ?? KILLS),
      isTimed: true,
      restMs: 0,
      print,
    });
    for (const line of described(aftermath)) print(line);
    const faults = [...faultsOf(aftermath), ...slownessOf(aftermath)];
    for (const fault of faults) print(`FAULT ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
    const { hooks, agents, ...rest } = aftermath;
    return {
      ...rest,
      hooks: { count: hooks.length, ...timesOf(hooks) },
      agents: agents.map(({ refused, ...agent }) => ({ ...agent, refused: refused.length })),
      faults,
    };
  },
};

/** A storm's outcome in a few lines. */
export function described(aftermath: Aftermath): string[] {
  const { bytes, events, kills, hooks, troubles, agents, rest, strays, tookMs } = aftermath;
  const { p50, p95, slowest, bareP50, bareSlowest } = timesOf(hooks);
  const answered = agents.reduce((sum, agent) => sum + agent.answered, 0);
  const refused = agents.flatMap((agent) => agent.refused);
  return [
    `${(bytes / 1e6).toFixed(0)} MB of logs, ${events} events, ${kills} kills in ${(tookMs / 1000).toFixed(0)} s`,
    `${hooks.length} hooks: P50 ${p50} ms, P95 ${p95} ms, slowest ${slowest} ms; a bare Node at the same moments P50 ${bareP50} ms, slowest ${bareSlowest} ms`,
    ...Object.entries(troubles).map(([why, count]) => `  ${count} not answered: ${why}`),
    `agents: ${answered} calls answered, ${refused.length} not, slowest ${Math.round(Math.max(...agents.map(({ slowestMs }) => slowestMs)))} ms`,
    ...[...new Set(refused)].slice(0, 8).map((text) => `  ${text.replaceAll('\n', ' / ')}`),
    `afterwards: at rest after ${Math.round(rest.afterMs / 1000)} s, ${rest.cpuPercent} % CPU, ${rest.memoryMb} MB${rest.embedderLoaded ? ' with the embedder loaded' : ''}, ${strays.length} stray processes`,
  ];
}

function timesOf(hooks: Aftermath['hooks']) {
  const [all, bare] = [hooks.map(({ ms }) => ms), hooks.map(({ bareMs }) => bareMs)];
  return {
    p50: Math.round(percentile(all, 0.5)),
    p95: Math.round(percentile(all, 0.95)),
    slowest: Math.round(Math.max(...all)),
    bareP50: Math.round(percentile(bare, 0.5)),
    bareSlowest: Math.round(Math.max(...bare)),
  };
}
