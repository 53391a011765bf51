// The composition root: what the launcher starts. Builds the world from the process and hands it to the command line.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { freemem, homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { main } from './cli/cli.ts';
import type { World } from './cli/world.ts';
import { inProcess } from './daemon/in-process.ts';
import { embedderFor, withChosenModel } from './embed/provider.ts';
import { rerankerFor } from './embed/reranker.ts';
import { readSettings, type Settings } from './engine/config.ts';
import { openEngine } from './engine/engine.ts';
import { homeOf } from './engine/home.ts';
import { locateProject } from './engine/locate.ts';
import type { Client } from './protocol/client.ts';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());

const world: World = {
  open: ({ project, global }) => openHome(homeFolder(), global ? undefined : (project ?? process.cwd())),
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

async function openHome(home: string, folder: string | undefined): Promise<Client> {
  const settings = settingsOf(home);
  const embedder = embedderFor(await withChosenModel(embedderSettings(settings)));
  const engine = openEngine({
    home,
    project: folder === undefined ? undefined : locateProject(folder),
    settings,
    embedder,
    reranker: rerankerFor(rerankerSettings(settings), embedder),
    now: Date.now,
    timeZone: settings.notes.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  return inProcess(engine);
}

/** A home of its own that goes when the client is closed, so that a demo leaves nothing behind. */
async function openDemo(): Promise<Client> {
  const home = mkdtempSync(join(tmpdir(), 'sqrl-demo-'));
  const remove = () => rmSync(home, { recursive: true, force: true });
  process.once('exit', remove);
  const client = await openHome(home, home);
  const close = async () => {
    await client.close();
    remove();
  };
  return { call: client.call, close, [Symbol.asyncDispose]: close };
}

function settingsOf(home: string): Settings {
  const path = homeOf(home).config;
  return readSettings(existsSync(path) ? readFileSync(path, 'utf8') : '', path);
}

function embedderSettings({ embedder }: Settings) {
  const { provider, model, url, dims, timeout_ms: timeoutMs, api_key_env: name } = embedder;
  return { provider, model, url, dims, timeoutMs, apiKey: name && process.env[name], freeMemory: freemem() };
}

function rerankerSettings({ reranker }: Settings) {
  const { provider, model, url, timeout_ms: timeoutMs, api_key_env: name } = reranker;
  return { provider, model, url, timeoutMs, apiKey: name && process.env[name] };
}
