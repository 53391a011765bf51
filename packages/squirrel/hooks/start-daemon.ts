import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DAEMON_FLAGS, daemonEnvironment, stoppedAt } from '../protocol/daemon-file.ts';

/** How long one hook's start attempt blocks others: fifty hooks at once must not start fifty daemons. */
const TRYING_MS = 5000;

/** Whether a hook may start the home's daemon: yes, unless a person stopped it, or a setting or the environment says no. */
export function mayStart(home: string, env: NodeJS.ProcessEnv): boolean {
  if (/^(1|true|yes|on)$/i.test(env.SQRL_NO_DAEMON ?? '')) return false;
  if (stoppedAt(home, Date.now()) !== undefined) return false;
  try {
    const settings = readFileSync(join(home, 'config.toml'), 'utf8');
    // A reader of TOML would cost more than the rest of this program together.
    const [, ofDaemon = ''] =
      /^[ \t]*\[[ \t]*daemon[ \t]*\][^\n]*\n((?:[ \t]*[^ \t[\n][^\n]*\n|[ \t]*\n)*)/m.exec(`${settings}\n`) ??
      [];
    return (
      !/^[ \t]*start[ \t]*=[ \t]*false\b/m.test(ofDaemon) &&
      !/^[ \t]*daemon\.start[ \t]*=[ \t]*false\b/m.test(settings)
    );
  } catch {
    return true;
  }
}

/** Starts the daemon of a home, or one of this version in the place of an older one; false if another hook is starting it. */
export async function startDaemon(home: string, program: string, way: 'anew' | 'instead'): Promise<boolean> {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  if (!isFirst(join(home, 'daemon.starting'))) return false;
  const { spawn } = await import('node:child_process');
  const script = join(dirname(program), '..', program.endsWith('.ts') ? 'sqrl.ts' : 'sqrl.js');
  spawn(
    process.execPath,
    way === 'anew' ? [...DAEMON_FLAGS, script, 'start', '--foreground'] : [script, 'start'],
    {
      detached: true,
      stdio: 'ignore',
      // The hook's working directory may be removed, or gone already.
      cwd: home,
      env: daemonEnvironment(process.env, home),
      windowsHide: true,
    },
  )
    .on('error', () => {})
    .unref();
  return true;
}

function isFirst(path: string): boolean {
  const begun = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (begun !== undefined && Math.abs(Date.now() - begun) < TRYING_MS) return false;
  if (begun !== undefined) rmSync(path, { force: true });
  try {
    closeSync(openSync(path, 'wx', 0o600));
    return true;
  } catch {
    return false;
  }
}
