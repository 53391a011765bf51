import { expect, test } from 'vitest';
import { clientFolders } from './folders.ts';

test('clients are looked for where they keep their things', () => {
  const folders = clientFolders({ person: '/home/ann', platform: 'linux', env: {} });
  expect(folders).toMatchObject({
    'claude-code': '/home/ann/.claude',
    codex: '/home/ann/.codex',
    gemini: '/home/ann/.gemini',
    opencode: '/home/ann/.local/share/opencode',
    copilot: '/home/ann/.copilot',
    cursor: '/home/ann/.config/Cursor/User',
  });
  expect(clientFolders({ person: '/Users/ann', platform: 'darwin', env: {} }).cursor).toBe(
    '/Users/ann/Library/Application Support/Cursor/User',
  );
});

test('each place can be another', () => {
  const env = {
    CLAUDE_CONFIG_DIR: '/c',
    CODEX_HOME: '/x',
    GEMINI_CLI_HOME: '/g',
    XDG_DATA_HOME: '/d',
    COPILOT_HOME: '/p',
    CURSOR_USER_DIR: '/u',
    VSCODE_USER_DIR: '/v',
  };
  const person = { person: '/home/ann', platform: 'linux' } as const;
  expect(clientFolders({ ...person, env })).toEqual({
    ...clientFolders({ ...person, env: {} }),
    'claude-code': '/c',
    codex: '/x',
    gemini: '/g/.gemini',
    opencode: '/d/opencode',
    copilot: '/p',
    cursor: '/u',
    vscode: ['/v'],
    repositories: [],
  });
});
