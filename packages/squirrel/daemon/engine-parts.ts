import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Machine } from '@sqrl/base/model/machine.ts';
import { WRITER_GUARD } from '@sqrl/base/model/own-session.ts';
import type { ClientFolders } from '@sqrl/base/model/reader.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { bundledEmbedder } from '@sqrl/embedder/bundled.ts';
import type { Embedder } from '@sqrl/embedder/embedder.ts';
import { openJudge } from '@sqrl/embedder/judge.ts';
import { type EmbedderConfig, embedderFor, withChosenModel } from '@sqrl/embedder/provider.ts';
import { rerankerFor } from '@sqrl/embedder/reranker.ts';
import { type LlmConfig, SERVICES } from '../llm/provider.ts';
import { readSettings, type Settings } from '../workspace/config.ts';
import { homeOf } from '../workspace/home.ts';
import type { EngineParts } from '../workspace/workspace.ts';

/** What engines need to know of the machine they run on. */
export interface MachineContext {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  clients?: ClientFolders;
  /** Where the program is installed; undefined where it cannot set up clients. */
  machine?: Machine;
  freeMemory: number;
  now: () => number;
  timeZone: EngineParts['timeZone'];
}

/** What the settings of a home come to: everything an engine is made of but its project. */
export interface EngineFittings {
  settings: Settings;
  config: EmbedderConfig;
  embedder: Embedder;
  parts: Omit<EngineParts, 'project' | 'user' | 'background'>;
}

/** Reads the settings of a home and readies what they name. */
export async function buildEngineParts(surroundings: MachineContext): Promise<EngineFittings> {
  const { home, env, clients, machine, freeMemory, now, timeZone } = surroundings;
  const settings = settingsOf(home);
  const { embedder: wanted, reranker, notes } = settings;
  const { api_key_env: key, timeout_ms: timeoutMs, ...rest } = wanted;
  const config = await withChosenModel({ ...rest, timeoutMs, apiKey: key && env[key], freeMemory });
  const embedder = embedderFor(config);
  const { api_key_env: rerankKey, timeout_ms: rerankMs, ...reranking } = reranker;
  return {
    settings,
    config,
    embedder,
    parts: {
      home,
      settings,
      embedder,
      spare: config.provider === 'bundled' ? undefined : bundledEmbedder(),
      reranker: rerankerFor(
        { ...reranking, timeoutMs: rerankMs, apiKey: rerankKey && env[rerankKey] },
        embedder,
      ),
      judge: openJudge(),
      llm: llmConfigOf(settings.llm, env),
      ...(clients && { clients }),
      machine,
      env: essentialsOf(env),
      now,
      timeZone: notes.time_zone ?? timeZone,
    },
  };
}

/** What programs that are run for their answers need to start. */
export const essentialsOf = (env: MachineContext['env']) => ({
  PATH: env.PATH ?? env.Path,
  HOME: env.HOME,
  SystemRoot: env.SystemRoot,
  USERPROFILE: env.USERPROFILE,
});

export function settingsOf(home: string): Settings {
  const path = homeOf(home).config;
  return readSettings(textOf(path), path);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The store reports a home that is not a folder.
    if (code === 'ENOENT' || code === 'ENOTDIR') return '';
    throw code === 'EISDIR'
      ? new Problem(
          `${path} is a folder, not a settings file.`,
          'Settings must be a file; rename or delete the folder.',
          'invalid',
          error,
        )
      : new Problem(
          `${path} cannot be read (${code}).`,
          `Make it readable: chmod u+r "${path}"`,
          'invalid',
          error,
        );
  }
}

/** The language model that the settings allow, with what the machine knows of it; undefined where none may be asked. */
export function llmConfigOf(
  llm: Settings['llm'],
  env: Readonly<Record<string, string | undefined>>,
): LlmConfig | undefined {
  const { provider, program, model, url, api_key_env: named, timeout_ms: timeoutMs } = llm;
  // An agent program that answers for Squirrel must not call a model through it.
  if (provider === 'off' || env[WRITER_GUARD]) return undefined;
  const usual = provider === 'program' || url !== undefined ? undefined : SERVICES[provider].key;
  const apiKeyEnv = named ?? usual ?? (provider === 'anthropic' ? SERVICES.anthropic.key : undefined);
  return {
    provider,
    model,
    url,
    apiKeyEnv,
    apiKey: apiKeyEnv === undefined ? undefined : env[apiKeyEnv],
    timeoutMs,
    program,
    programPath: provider === 'program' ? programOnPath(program, env) : undefined,
    env,
    temp: tmpdir(),
  };
}

/** Where a program lies that would be run by its name. */
function programOnPath(name: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  const file = process.platform === 'win32' ? `${name}.exe` : name;
  return (env.PATH ?? env.Path ?? '')
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, file))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
