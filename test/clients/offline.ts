import { spawnSync } from 'node:child_process';

/**
 * Starts this program again where there is no network but loopback, so that a fixture made is one made offline. Only
 * Linux can; elsewhere the clients' own switches have to do.
 */
export function goOffline(): void {
  if (process.platform !== 'linux' || process.env.SQRL_OFFLINE) return;
  const own = process.getuid?.() === 0 ? ['-n'] : ['-rn'];
  const shell = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  if (spawnSync('unshare', [...own, ...shell, 'true']).status !== 0)
    throw new Error('No room without a network can be made here. Set SQRL_OFFLINE=1 to go on all the same.');
  const { status } = spawnSync('unshare', [...own, ...shell, process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, SQRL_OFFLINE: '1' },
  });
  process.exit(status ?? 1);
}
