import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { namesIn } from '@sqrl/base/foreign-file.ts';
import { Problem } from '@sqrl/base/problem.ts';

/**
 * Throws where another user of this machine could have put files into a home, or could put another folder in its place:
 * settings, rules and memories in it would count as the person's own. Permissions are not changed here, since a folder
 * that was open to others may hold their files by now.
 */
export function refuseOpenHome(home: string): void {
  const found = statSync(home, { throwIfNoEntry: false });
  if (found && !found.isDirectory())
    throw new Problem(`${home} is a file, not a folder.`, 'Set SQRL_HOME to a folder.', 'usage');
  const me = process.getuid?.();
  // Windows has no such permissions.
  if (me === undefined) return;
  const isOthers = ({ uid }: Stats) => me !== 0 && uid !== me && uid !== 0;
  if (found) {
    if (isOthers(found)) throw ofOther(home, found);
    if (found.mode & 0o022)
      throw refusal(
        `${home} can be written by other users of this machine (mode ${octal(found)}), and is not used.`,
        `Delete files in it that are not yours (ls -la "${home}"), then close it: chmod 700 "${home}"`,
      );
    for (const name of namesIn(home)) {
      const path = join(home, name);
      const file = lstatSync(path, { throwIfNoEntry: false });
      if (file && isOthers(file)) throw ofOther(path, file);
    }
  }
  const parent = dirname(found ? realpathSync(home) : home);
  const above = statSync(parent, { throwIfNoEntry: false });
  // With the sticky bit, as /tmp has it, others can neither rename nor replace what is in it.
  if (above && above.mode & 0o002 && !(above.mode & 0o1000))
    throw refusal(
      `${parent} can be written by other users of this machine (mode ${octal(above)}), who could replace ${home}.`,
      `Close it (chmod o-w "${parent}"), or set SQRL_HOME to a folder elsewhere.`,
    );
}

const ofOther = (path: string, { uid }: Stats): Problem =>
  refusal(
    `${path} belongs to another user (uid ${uid}), and is not used.`,
    `Delete it, or make it yours: sudo chown "$(id -u)" "${path}". For the whole home, SQRL_HOME names another folder.`,
  );

const refusal = (message: string, hint: string): Problem => new Problem(message, hint, 'store');

const octal = ({ mode }: Stats): string => (mode & 0o7777).toString(8).padStart(4, '0');
