import { join } from 'node:path';
import type { Person } from '../setup/surroundings.ts';

/** The builds of VS Code that keep their chats in the same way. */
const BUILDS = ['Code', 'Code - Insiders', 'VSCodium'];

/** The folders in which the editor keeps its state; VSCODE_USER_DIR names another, as its `--user-data-dir` does. */
export function vscodeFolders({ env, person, platform }: Person): string[] {
  if (env.VSCODE_USER_DIR) return [env.VSCODE_USER_DIR];
  const config =
    platform === 'win32'
      ? env.APPDATA || join(person, 'AppData', 'Roaming')
      : platform === 'darwin'
        ? join(person, 'Library', 'Application Support')
        : env.XDG_CONFIG_HOME || join(person, '.config');
  return BUILDS.map((build) => join(config, build, 'User'));
}

/** Whether a file anywhere is a chat of VS Code: where it lies, or how it begins. */
export const isVscodeChat = (path: string, head: () => string): boolean =>
  /[\\/](?:chatSessions|emptyWindowChatSessions)[\\/][^\\/]+\.jsonl?$/i.test(path) ||
  (/\.jsonl$/i.test(path) && head().startsWith('{"kind":0,"v":{')) ||
  (/\.json$/i.test(path) && /"requests"\s*:\s*\[/.test(head()) && head().includes('"responderUsername"'));
