import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workTreeOf } from '@sqrl/base/foreign-file.ts';

/** Whose clients are meant, and on what system. */
export interface Person {
  person: string;
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
}

/** The machine that is set up: everything a client's file needs to know of it. */
export interface SetupContext extends Person {
  memory: string;
  /** What starts this program from anywhere. */
  node: string;
  script: string;
  /** The repository or folder that is set up by itself; undefined for the whole machine. */
  project?: string | undefined;
}

/** Where the package lies, with its plugins and the hook program. */
export const packageOf = ({ script }: SetupContext): string => dirname(dirname(script));

/** Whether the memory is kept where everybody looks for it. */
export const isUsualMemory = ({ memory, person }: SetupContext): boolean => memory === join(person, '.sqrl');

/** The folder in which programs with windows keep what is the person's. */
export function configOf({ env, person, platform }: Person): string {
  if (platform === 'win32') return env.APPDATA || join(person, 'AppData', 'Roaming');
  if (platform === 'darwin') return join(person, 'Library', 'Application Support');
  return env.XDG_CONFIG_HOME || join(person, '.config');
}

export function findProgram(name: string, { env, platform }: SetupContext): string | undefined {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  for (const folder of (env.PATH ?? env.Path ?? '').split(platform === 'win32' ? ';' : ':')) {
    if (folder === '') continue;
    for (const ending of endings) {
      const path = join(folder, name + ending);
      if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path;
    }
  }
  return undefined;
}

/** The folder of the repository or worktree around a folder; the folder itself outside of one. */
export const projectAround = (folder: string): string => workTreeOf(join(folder, '.git')) ?? folder;

/** Stands in every file that is all ours. */
export const MARK = 'squirrel-memory';

/** A word as a shell takes it. */
export function quoted(word: string, platform?: NodeJS.Platform): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`;
}
