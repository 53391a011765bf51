// What the entries of the package share: they find the home, and open a memory through the daemon or in this process.
import { readFileSync } from 'node:fs';
import { freemem, homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refuseOpenHome } from './daemon/home-rights.ts';
import type { VerbClient } from './protocol/client.ts';
import { DAEMON_FLAGS, readDaemonFile, stoppedAt } from './protocol/daemon-file.ts';
import type { DaemonAddress } from './protocol/reach-daemon.ts';

export const VERSION = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;

/** How the command is started, whatever the folder it is in. */
export const PROGRAM = {
  node: process.execPath,
  script: fileURLToPath(new URL('../../bin/sqrl.mjs', import.meta.url)),
};

/** The daemon is this same program. */
const DAEMON_SCRIPT = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './sqrl.ts' : './sqrl.js', import.meta.url),
);

/** The folder with all data. */
export const homeFolder = (): string => resolve(process.env.SQRL_HOME || join(homedir(), '.sqrl'));

/** The same, for a program that reads or writes memories; refused where other users could have written them. */
export function safeHome(home = homeFolder()): string {
  refuseOpenHome(home);
  return home;
}

/** Whose memory is meant, and how it is reached. */
export interface PlaceOptions {
  /** The folder whose project is meant; none for the user's own memory alone. */
  folder?: string;
  /** How a person called the project, where that folder is not there. */
  called?: string | undefined;
  /** `auto`: where one runs, or the settings start one. */
  daemon: 'auto' | 'never' | 'always';
}

/** Speaks to the daemon where one runs, or is wished for; else the work is done in this process. */
export async function openPlace(home: string, { folder, called, daemon }: PlaceOptions): Promise<VerbClient> {
  const isAlone = daemon === 'never' || /^(1|true|yes|on)$/i.test(process.env.SQRL_NO_DAEMON ?? '');
  const ifMissing = isAlone ? 'leave' : daemon === 'always' ? 'start' : await wishedFor(home);
  const place = folder === undefined ? { global: true } : { project: folder, called };
  const client =
    isAlone || (ifMissing === 'leave' && !readDaemonFile(home))
      ? undefined
      : await (await import('./protocol/http-client.ts')).connectDaemon(reachOf(home, ifMissing), place);
  return client ?? openHome(home, folder === undefined ? {} : { folder, called });
}

/** Whether a command starts the daemon where none runs, as the settings say. */
async function wishedFor(home: string): Promise<DaemonAddress['ifMissing']> {
  if (readDaemonFile(home)) return 'leave';
  // Stopped by a person: `sqrl start`, `sqrl ui` and `sqrl init` start it again.
  if (stoppedAt(home, Date.now()) !== undefined) return 'leave';
  const { settingsOf } = await import('./daemon/engine-parts.ts');
  return settingsOf(home).daemon.start ? 'start' : 'leave';
}

/** How the daemon of a home is found, and started by absolute paths. */
export const reachOf = (home: string, ifMissing: DaemonAddress['ifMissing']): DaemonAddress => ({
  home,
  version: VERSION,
  ifMissing,
  start: {
    node: process.execPath,
    args: [...DAEMON_FLAGS, DAEMON_SCRIPT, 'start', '--foreground'],
    env: process.env,
  },
});

/** The machine as an engine needs to know it. */
export async function surroundingsOf(home: string) {
  const { clientFolders } = await import('./clients/folders.ts');
  return {
    home,
    env: process.env,
    clients: clientFolders({ person: homedir(), platform: process.platform, env: process.env }),
    machine: {
      ...{ person: homedir(), platform: process.platform, env: process.env, version: VERSION },
      ...PROGRAM,
    },
    freeMemory: freemem(),
    now: Date.now,
    // Asked only where a day is: the first answer takes as long as half of Node's start.
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** Opens a home in this process. */
export async function openHome(
  home: string,
  place: { folder?: string; called?: string | undefined },
): Promise<VerbClient> {
  // Only now: help and version should not wait for the engine to load.
  const { openLocal } = await import('./daemon/local.ts');
  return openLocal({ ...(await surroundingsOf(home)), ...place });
}
