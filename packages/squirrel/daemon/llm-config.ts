import { accessSync, constants, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { WRITER_GUARD } from '@sqrl/base/model/own-session.ts';
import { type LlmConfig, SERVICES } from '../llm/provider.ts';
import type { Settings } from '../workspace/config.ts';

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
