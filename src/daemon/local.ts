import { readFileSync } from 'node:fs';
import { embedderFor, withChosenModel } from '../embed/provider.ts';
import { rerankerFor } from '../embed/reranker.ts';
import { readSettings, type Settings } from '../engine/config.ts';
import { openEngine } from '../engine/engine.ts';
import { homeOf } from '../engine/home.ts';
import { knownProject } from '../engine/known-project.ts';
import { locateProject } from '../engine/locate.ts';
import { Problem } from '../model/problem.ts';
import type { Project } from '../model/project.ts';
import type { ClientFolders } from '../model/reader.ts';
import type { Client } from '../protocol/client.ts';
import { aside } from './aside.ts';
import { reembeddingBehind } from './background.ts';
import { embeddingCodeBehind } from './code-background.ts';
import { inProcess } from './in-process.ts';
import { llmConfigOf } from './llm-config.ts';

/** What an engine needs to know of the machine it runs on. */
export interface Machine {
  home: string;
  /** The folder whose project is meant; none for the user's own memory alone. */
  folder?: string | undefined;
  /** How a person called the project, where that folder is not there. */
  called?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** Where the clients of this machine keep their logs. */
  clients?: ClientFolders;
  freeMemory: number;
  now: () => number;
  timeZone: string;
}

/** Reads the settings of a home and opens an engine over it, in this process. */
export async function openLocal(machine: Machine): Promise<Client> {
  const { home, env, clients, freeMemory, now, timeZone } = machine;
  const settings = settingsOf(home);
  const { embedder: wanted, reranker, notes } = settings;
  const { api_key_env: key, timeout_ms: timeoutMs, ...rest } = wanted;
  const config = await withChosenModel({ ...rest, timeoutMs, apiKey: key && env[key], freeMemory });
  const embedder = embedderFor(config);
  const bundled = config.provider === 'bundled';
  const { api_key_env: rerankKey, timeout_ms: rerankMs, ...reranking } = reranker;
  const engine = openEngine({
    home,
    project: projectOf(machine),
    settings,
    embedder,
    reranker: rerankerFor(
      { ...reranking, timeoutMs: rerankMs, apiKey: rerankKey && env[rerankKey] },
      embedder,
    ),
    llm: llmConfigOf(settings.llm, env),
    ...(clients && { clients }),
    env: {
      PATH: env.PATH ?? env.Path,
      HOME: env.HOME,
      SystemRoot: env.SystemRoot,
      USERPROFILE: env.USERPROFILE,
    },
    now,
    timeZone: notes.time_zone ?? timeZone,
    // The model in the package is quick enough that a command which ends soon can wait for a batch of it.
    background: bundled,
  });
  const client = inProcess(engine);
  if (bundled) return embeddingCodeBehind(client, engine);
  // An endpoint may take any time it likes. One whose model is still to be chosen has just not answered.
  if (config.provider === 'ollama' && (config.model ?? 'auto') === 'auto') return client;
  const behind = reembeddingBehind(client, engine, aside(embedder, config));
  if (settings.graph.embed !== 'on') return behind;
  return embeddingCodeBehind(behind, engine, { embedder: aside(embedder, config) });
}

function projectOf({ home, folder, called, now }: Machine): Project | undefined {
  if (folder === undefined) return undefined;
  return called === undefined ? locateProject(folder) : knownProject(homeOf(home), { folder, called, now });
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
