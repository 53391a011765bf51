import { readFileSync } from 'node:fs';
import { embedderFor, withChosenModel } from '../embed/provider.ts';
import { rerankerFor } from '../embed/reranker.ts';
import { readSettings, type Settings } from '../engine/config.ts';
import { openEngine } from '../engine/engine.ts';
import { homeOf } from '../engine/home.ts';
import { locateProject } from '../engine/locate.ts';
import { Problem } from '../model/problem.ts';
import type { Client } from '../protocol/client.ts';
import { inProcess } from './in-process.ts';

/** What an engine needs to know of the machine it runs on. */
export interface Machine {
  home: string;
  /** The folder whose project is meant; none for the user's own memory alone. */
  folder: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  freeMemory: number;
  now: () => number;
  timeZone: string;
}

/** Reads the settings of a home and opens an engine over it, in this process. */
export async function openLocal({ home, folder, env, freeMemory, now, timeZone }: Machine): Promise<Client> {
  const settings = settingsOf(home);
  const { embedder: wanted, reranker, notes } = settings;
  const { api_key_env: key, timeout_ms: timeoutMs, ...rest } = wanted;
  const config = { ...rest, timeoutMs, apiKey: key && env[key], freeMemory };
  const embedder = embedderFor(await withChosenModel(config));
  const { api_key_env: rerankKey, timeout_ms: rerankMs, ...reranking } = reranker;
  const engine = openEngine({
    home,
    project: folder === undefined ? undefined : locateProject(folder),
    settings,
    embedder,
    reranker: rerankerFor(
      { ...reranking, timeoutMs: rerankMs, apiKey: rerankKey && env[rerankKey] },
      embedder,
    ),
    now,
    timeZone: notes.time_zone ?? timeZone,
    // The model in the package is quick enough that a command which ends soon does not wait for it; an endpoint may not be.
    background: wanted.provider === 'bundled',
  });
  return inProcess(engine);
}

function settingsOf(home: string): Settings {
  const path = homeOf(home).config;
  return readSettings(textOf(path), path);
}

/** What stands in the settings file; nothing where there is none. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A home that is no folder is for the store to tell.
    if (code === 'ENOENT' || code === 'ENOTDIR') return '';
    throw code === 'EISDIR'
      ? new Problem(`${path} is a folder.`, 'Settings are one file: move the folder away.', 'invalid', error)
      : new Problem(`${path} cannot be read (${code}).`, 'Make it readable to you.', 'invalid', error);
  }
}
