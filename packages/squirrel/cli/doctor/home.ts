import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';
import { formatBytes } from '@sqrl/base/terminal/size.ts';
import type { SettingsControl } from '../world.ts';
import { bad, type DoctorFinding, good, look } from './finding.ts';

/** Free disk space in bytes below which nothing can be stored, and below which to warn. */
const MIN_FREE_BYTES = 20e6;
const LOW_FREE_BYTES = 500e6;

/** Checks the home folder: owner, permissions and free space. */
export function lookAtHome(home: string, isWindows: boolean): DoctorFinding[] {
  const found = lstatSync(home, { throwIfNoEntry: false });
  if (!found)
    return [look('home', `${home} does not exist yet.`, 'The first memory creates it, or `sqrl init`.')];
  if (!statSync(home).isDirectory())
    return [bad('home', `${home} is not a folder.`, 'Move it away, or set SQRL_HOME.')];
  const rights = isWindows ? [] : rightsOf(home);
  try {
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [bad('home', `${home} is not writable.`, `Run: chown -R "$USER" ${home}`)];
  }
  const { bavail, bsize } = statfsSync(home);
  const free = bavail * bsize;
  const room =
    free < MIN_FREE_BYTES
      ? bad(
          'disk',
          `Only ${formatBytes(free)} are free on the disk of the memory.`,
          'Free disk space: nothing can be stored.',
        )
      : free < LOW_FREE_BYTES
        ? look(
            'disk',
            `Only ${formatBytes(free)} are free on the disk of the memory.`,
            'Free disk space soon.',
          )
        : good('disk', `${formatBytes(free)} are free.`);
  const isLink = found.isSymbolicLink() ? ' (a symbolic link)' : '';
  return [...(rights.length > 0 ? rights : [good('home', `${home}${isLink} is private to you.`)]), room];
}

/** Files that other users of this machine can read. */
function rightsOf(home: string): DoctorFinding[] {
  const secret = ['', 'daemon.json', 'user.db', 'config.toml', 'installed.json'].map((name) =>
    join(home, name),
  );
  return secret.flatMap((path) => {
    const found = existsSync(path) ? statSync(path) : undefined;
    if (!found || (found.mode & 0o077) === 0) return [];
    const mode = found.isDirectory() ? 0o700 : 0o600;
    // Not fixed automatically: others may have put files into it, which the user must check first.
    if (found.isDirectory() && found.mode & 0o022)
      return bad(
        'home',
        `Others on this machine can write to ${path}.`,
        `Delete files in it that are not yours (ls -la "${path}"), then: chmod 700 "${path}"`,
      );
    return bad(
      'home',
      `Others on this machine can read ${path}.`,
      `Run: chmod ${mode.toString(8)} ${path}`,
      () => {
        chmodSync(path, mode);
        return `${path} is private to you now.`;
      },
    );
  });
}

export async function lookAtSettings(settings: SettingsControl | undefined): Promise<DoctorFinding[]> {
  if (!settings || !existsSync(settings.path)) return [];
  try {
    await settings.check(readFileSync(settings.path, 'utf8'));
    return [good('settings', `${settings.path} is valid.`)];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [
      bad(
        'settings',
        error.message,
        error.hint || `Fix ${settings.path}; run \`sqrl config list\` for the settings.`,
      ),
    ];
  }
}
