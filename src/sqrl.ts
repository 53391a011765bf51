// The composition root: what the launcher starts. Builds the world from the process and hands it to the command line.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { freemem, homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { main } from './cli/cli.ts';
import type { World } from './cli/world.ts';
import type { Client } from './protocol/client.ts';

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

const world: World = {
  open: ({ project, called, global }) =>
    openHome(homeFolder(), global ? {} : { folder: project ?? process.cwd(), called }),
  openDemo,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  version: (
    JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  ).version,
  now: Date.now,
  signal: stop.signal,
};

process.exitCode = await main(process.argv.slice(2), world);

function homeFolder(): string {
  return resolve(process.env.SQRL_HOME || join(homedir(), '.sqrl'));
}

async function openHome(
  home: string,
  place: { folder?: string; called?: string | undefined },
): Promise<Client> {
  // Only now: help and version should not wait for the engine to load.
  const [{ openLocal }, { clientFolders }] = await Promise.all([
    import('./daemon/local.ts'),
    import('./daemon/client-folders.ts'),
  ]);
  return openLocal({
    home,
    ...place,
    env: process.env,
    clients: clientFolders({ home: homedir(), platform: process.platform, env: process.env }),
    freeMemory: freemem(),
    now: Date.now,
    timeZone: ZONE,
  });
}

/** A home of its own that goes when the client is closed, so that a demo leaves nothing behind. */
async function openDemo(): Promise<Client> {
  const home = mkdtempSync(join(tmpdir(), 'sqrl-demo-'));
  const remove = () => rmSync(home, { recursive: true, force: true });
  process.once('exit', remove);
  const client = await openHome(home, { folder: home });
  const close = async () => {
    await client.close();
    remove();
  };
  return { call: client.call, notices: client.notices, close, [Symbol.asyncDispose]: close };
}
