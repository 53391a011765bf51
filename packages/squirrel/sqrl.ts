// The composition root: what the launcher starts. Builds the world from the process and hands it to the command line.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProcessChain } from '@sqrl/base/terminal/process-chain.ts';
import { main } from './cli/cli.ts';
import type { CommandScope, DaemonControl, McpControl, World } from './cli/world.ts';
import { TOOL_COST } from './mcp/cost.ts';
import {
  homeFolder,
  openHome,
  openPlace,
  PROGRAM,
  reachOf,
  safeHome,
  surroundingsOf,
  VERSION,
} from './places.ts';
import type { VerbClient } from './protocol/client.ts';
import { readDaemonFile } from './protocol/daemon-file.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

const world: World = {
  open: openScope,
  openDemo,
  samples: fileURLToPath(new URL('../../samples', import.meta.url)),
  mcp: {
    serve: serveMcp,
    cost: TOOL_COST,
    program: PROGRAM,
  },
  daemon: { run: runHere, start: startBehind, stop: stopBehind, launch: launchPanel },
  browse: async (file) =>
    (await import('./daemon/browser.ts')).openInBrowser(file, {
      platform: process.platform,
      env: process.env,
    }),
  machine: { person: homedir(), platform: process.platform, memory: homeFolder() },
  projectAt: async (folder) => {
    const { resolveProjectIn } = await import('./workspace/resolve-project.ts');
    return resolveProjectIn(homeFolder(), folder, { now: Date.now(), env: process.env });
  },
  settings: {
    path: join(homeFolder(), 'config.toml'),
    keys: async () => (await import('./workspace/describe-config.ts')).describeSettings(),
    check: async (text) => {
      const { readSettings } = await import('./workspace/config.ts');
      readSettings(text, join(homeFolder(), 'config.toml'));
    },
  },
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  processes: () => readProcessChain(process.platform, { env: process.env }),
  env: process.env,
  cwd: process.cwd(),
  version: VERSION,
  now: Date.now,
  signal: stop.signal,
};

process.exitCode = await main(process.argv.slice(2), world);

/** Speaks to the daemon where one runs, or is wished for; else the work is done in this process. */
async function openScope({ project, called, global, noDaemon }: CommandScope): Promise<VerbClient> {
  const daemon = noDaemon ? 'never' : 'auto';
  return openPlace(safeHome(), { daemon, called, ...(!global && { folder: project ?? process.cwd() }) });
}

async function runHere(onReady: Parameters<DaemonControl['run']>[0]): Promise<'stopped' | 'another'> {
  const { runDaemon } = await import('./daemon/daemon.ts');
  const { version, signal } = world;
  const surroundings = await surroundingsOf(safeHome());
  // Whoever started it may have been in a folder that is to be removed, or on a disk that is to be ejected.
  mkdirSync(surroundings.home, { recursive: true, mode: 0o700 });
  process.chdir(surroundings.home);
  try {
    return await runDaemon({ surroundings, version, signal, began: performance.timeOrigin, onReady });
  } finally {
    // It has closed everything and no longer holds the lock; a handle that was missed must not keep it alive.
    setTimeout(() => process.exit(), 1000).unref();
  }
}

async function startBehind() {
  const home = safeHome();
  const { reachDaemon } = await import('./protocol/reach-daemon.ts');
  const before = readDaemonFile(home)?.pid;
  const { pid, port, version } = (await reachDaemon(reachOf(home, 'start')))!;
  return { pid, port, version, started: pid !== before };
}

async function launchPanel(folder: string) {
  const { reachDaemon } = await import('./protocol/reach-daemon.ts');
  const { launchOf } = await import('./protocol/reach-daemon.ts');
  return launchOf((await reachDaemon(reachOf(safeHome(), 'start')))!, folder);
}

async function stopBehind() {
  const { stopDaemonOf } = await import('./daemon/control.ts');
  return stopDaemonOf(homeFolder());
}

/** The MCP door over this process's own input and output; what is opened for it is opened as for the command line. */
async function serveMcp({ noDaemon, ...how }: Parameters<McpControl['serve']>[0]): Promise<void> {
  const { serveMcp } = await import('./mcp/server.ts');
  const { isPaused } = await import('./workspace/resolve-project.ts');
  // Whatever a library prints would be taken for the protocol's.
  console.log = console.info = console.debug = console.error;
  await serveMcp({
    ...how,
    open: (folder) => openScope({ project: folder, noDaemon }),
    isPaused: (folder) => isPaused(homeFolder(), folder, Date.now()),
    stdin: process.stdin,
    stdout: process.stdout,
    log: (line) => console.error(`sqrl mcp: ${line}`),
    cwd: process.cwd(),
    version: world.version,
    now: Date.now,
  });
  // What still hangs in the air, such as a memory that was being opened, is waited for no longer.
  setTimeout(() => process.exit(), 1000).unref();
}

/** A home of its own that goes when the client is closed, so that a demo leaves nothing behind. */
async function openDemo(): Promise<VerbClient & { folder: string }> {
  const root = mkdtempSync(join(tmpdir(), 'sqrl-demo-'));
  const folder = join(root, 'pantry');
  mkdirSync(folder);
  const remove = () => rmSync(root, { recursive: true, force: true });
  process.once('exit', remove);
  const home = join(root, 'home');
  mkdirSync(home, { mode: 0o700 });
  // The demo is no session of which some are told nothing, to see whether it helps.
  writeFileSync(join(home, 'config.toml'), '[delivery]\nholdout = false\n');
  const client = await openHome(home, { folder });
  const close = async () => {
    await client.close();
    remove();
  };
  return { folder, call: client.call, notices: client.notices, close, [Symbol.asyncDispose]: close };
}
