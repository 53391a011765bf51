import type { ClientFolders } from '@sqrl/base/model/reader.ts';
import { main } from '@sqrl/squirrel/cli/cli.ts';
import { bareMachine } from '@sqrl/squirrel/cli/testing/world.ts';
import type { World } from '@sqrl/squirrel/cli/world.ts';
import { openLocal } from '@sqrl/squirrel/daemon/local.ts';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import { readSettings } from '@sqrl/squirrel/workspace/config.ts';
import { describeSettings } from '@sqrl/squirrel/workspace/describe-config.ts';
import { open } from './home.ts';

/** What a command said, and how it ended. */
export interface Said {
  exit: number;
  out: string;
  err: string;
}

/** Types commands in a folder, in this process: for what they say, where nothing hangs on how a process starts and ends. */
export function typing(cwd: string, open: World['open'], now = Date.now, rest: Partial<World> = {}) {
  return async (argv: readonly string[], stdin: string | Uint8Array = ''): Promise<Said> => {
    let [out, err] = ['', ''];
    const exit = await main([...argv], {
      ...bareMachine(),
      open,
      openDemo: async () => ({ ...(await open({})), folder: '' }),
      samples: '',
      stdin: Object.assign(whole(stdin), { isTTY: false }),
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
      processes: () => ({ above: [], hasTerminal: true }),
      env: {},
      cwd,
      version: '0',
      now,
      signal: new AbortController().signal,
      ...rest,
    });
    return { exit, out, err };
  };
}

/** Opens a home for each command anew, as a process of its own would. */
export const anew =
  (home: string, cwd: string, clients?: ClientFolders): World['open'] =>
  ({ project = cwd, called, global }) =>
    openLocal({
      home,
      ...(clients && { clients }),
      ...(!global && { folder: project, called }),
      env: {},
      freeMemory: 1e9,
      now: Date.now,
      timeZone: 'UTC',
    });

/** The settings file as the program gives it to its commands. */
export const settingsIn = (path: string): World['settings'] => ({
  path,
  keys: async () => describeSettings(),
  check: async (text) => void readSettings(text, path),
});

/** The same, with the model that all tests of a process share and the default settings. */
export const anewWithSharedModel =
  (home: string, cwd: string): World['open'] =>
  async ({ project = cwd }) =>
    open({ home, project, copies: true }).client;

/** Has all commands speak to a client that stays open. */
export const over =
  (client: VerbClient): World['open'] =>
  async () => ({ ...client, close: async () => {}, [Symbol.asyncDispose]: async () => {} });

async function* whole(stdin: string | Uint8Array): AsyncGenerator<Uint8Array> {
  if (stdin.length > 0) yield Buffer.from(stdin as string);
}
