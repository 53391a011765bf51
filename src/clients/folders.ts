import { join } from 'node:path';
import type { ClientFolders } from '../model/reader.ts';

/** Whose home it is, and on what system. */
export interface Person {
  home: string;
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
}

/** Where each client keeps its logs, by its own rules; every place can be set in the environment. */
export function clientFolders({ home, platform, env }: Person): ClientFolders {
  const config =
    platform === 'win32'
      ? env.APPDATA || join(home, 'AppData', 'Roaming')
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : env.XDG_CONFIG_HOME || join(home, '.config');
  return {
    claude: env.CLAUDE_CONFIG_DIR || join(home, '.claude'),
    codex: env.CODEX_HOME || join(home, '.codex'),
    gemini: join(env.GEMINI_CLI_HOME || home, '.gemini'),
    opencode: join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'opencode'),
    copilot: env.COPILOT_HOME || join(home, '.copilot'),
    cursor: env.CURSOR_USER_DIR || join(config, 'Cursor', 'User'),
    repositories: [],
  };
}
