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
import { Problem } from '../../base/problem.ts';
import { bytesOf } from '../size.ts';
import type { SettingsControl } from '../world.ts';
import { bad, type Finding, good, look } from './finding.ts';

/** Less room than this, and nothing can be kept; less than the other, and soon nothing will be. */
const NO_ROOM = 20e6;
const LITTLE_ROOM = 500e6;

/** Looks at the folder everything is kept in: whose it is, who may read it, whether it is full. */
export function lookAtHome(home: string, isWindows: boolean): Finding[] {
  const found = lstatSync(home, { throwIfNoEntry: false });
  if (!found)
    return [
      look('home', `${home} is not there yet.`, 'It comes with the first memory, or with `sqrl init`.'),
    ];
  if (!statSync(home).isDirectory())
    return [bad('home', `${home} is not a folder.`, 'Move it away, or set SQRL_HOME.')];
  const rights = isWindows ? [] : rightsOf(home);
  try {
    accessSync(home, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return [bad('home', `${home} cannot be written.`, `Make it yours: chown -R "$USER" ${home}`)];
  }
  const { bavail, bsize } = statfsSync(home);
  const free = bavail * bsize;
  const room =
    free < NO_ROOM
      ? bad(
          'disk',
          `Only ${bytesOf(free)} are free where the memory is kept.`,
          'Make room: nothing can be kept.',
        )
      : free < LITTLE_ROOM
        ? look('disk', `Only ${bytesOf(free)} are free where the memory is kept.`, 'Make room soon.')
        : good('disk', `${bytesOf(free)} are free.`);
  const isLink = found.isSymbolicLink() ? ' (through a link)' : '';
  return [...(rights.length > 0 ? rights : [good('home', `${home}${isLink} is yours alone.`)]), room];
}

/** What others on this machine could read. */
function rightsOf(home: string): Finding[] {
  const secret = ['', 'daemon.json', 'user.db', 'config.toml', 'installed.json'].map((name) =>
    join(home, name),
  );
  return secret.flatMap((path) => {
    const found = existsSync(path) ? statSync(path) : undefined;
    if (!found || (found.mode & 0o077) === 0) return [];
    const mode = found.isDirectory() ? 0o700 : 0o600;
    // Not closed unasked: others may have put files into it, at which its person has to look first.
    if (found.isDirectory() && found.mode & 0o022)
      return bad(
        'home',
        `Others on this machine can write to ${path}.`,
        `Delete files in it that are not yours (ls -la "${path}"), then: chmod 700 "${path}"`,
      );
    return bad(
      'home',
      `Others on this machine can read ${path}.`,
      `chmod ${mode.toString(8)} ${path}`,
      () => {
        chmodSync(path, mode);
        return `${path} is yours alone now.`;
      },
    );
  });
}

/** Looks at the file of settings. */
export async function lookAtSettings(settings: SettingsControl | undefined): Promise<Finding[]> {
  if (!settings || !existsSync(settings.path)) return [];
  try {
    await settings.check(readFileSync(settings.path, 'utf8'));
    return [good('settings', `${settings.path} is in order.`)];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [
      bad(
        'settings',
        error.message,
        error.hint || `Mend ${settings.path}; \`sqrl config list\` shows what it may say.`,
      ),
    ];
  }
}
