import { CannotEdit } from '@sqrl/base/cannot-edit.ts';
import { tomlData, valueAt } from '@sqrl/base/toml/data.ts';
import { readForeign } from '../../clients/setup/text-file.ts';
import type { CommandRun } from '../task.ts';

/** An Ollama on this machine that could embed memories. */
export interface FoundOllama {
  url: string;
  /** One of its embedding models; which size is used is decided by the memory of the machine. */
  model: string;
}

/** What a person is offered. */
export const ollamaOffer = ({ url, model }: FoundOllama): string =>
  `Ollama at ${url} has ${model}. It can embed memories in place of the bundled model: texts stay on this machine, ` +
  'each search waits for Ollama, and while it is not running the bundled model is used.';

/** How to take it, where it was not asked for. */
export const ollamaNote = (found: FoundOllama): string => {
  const address = found.url === DEFAULT_OLLAMA_URL ? '' : `sqrl config set embedder.url ${found.url} && `;
  return `${ollamaOffer(found)} Use it: \`${address}sqrl config set embedder.provider ollama\`.`;
};

/** Looks for an Ollama with a Qwen3 embedding model on this machine; not where an embedder was chosen already. */
export async function findOllama({ world }: Pick<CommandRun, 'world'>): Promise<FoundOllama | undefined> {
  if (settingOf(world, ['embedder', 'provider'], true) !== undefined) return undefined;
  const url = addressIn(world.env.OLLAMA_HOST);
  if (url === undefined) return undefined;
  try {
    const answer = await fetch(`${url}/api/tags`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(MAX_WAIT_MS),
    });
    const { models } = (await answer.json()) as { models?: { name?: unknown }[] };
    const names = Array.isArray(models) ? models.map((model) => model?.name) : [];
    const model = names.find(
      (name) => typeof name === 'string' && /^qwen3-embedding:[\w.-]{1,60}$/.test(name),
    );
    return typeof model === 'string' ? { url, model } : undefined;
  } catch {
    // None runs here, or something else does.
    return undefined;
  }
}

const MAX_WAIT_MS = 500;
/** The address that the setting has by default. */
export const DEFAULT_OLLAMA_URL = 'http://127.0.0.1:11434';

/** Where Ollama listens by its own variable; undefined where that is another machine, to which nothing is sent unasked. */
function addressIn(variable: string | undefined): string | undefined {
  if (!variable) return DEFAULT_OLLAMA_URL;
  const given = variable.includes('://') ? variable : `http://${variable}`;
  if (!URL.canParse(given)) return undefined;
  const { protocol, hostname, port } = new URL(given);
  const isHere = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'].includes(hostname);
  if (!isHere || protocol !== 'http:') return undefined;
  return `http://${hostname === '0.0.0.0' ? '127.0.0.1' : hostname}:${port || '11434'}`;
}

/** What the person has set; `broken` where the file cannot be read, which is refused with its line where it is changed. */
function settingOf({ settings }: CommandRun['world'], at: readonly string[], broken: unknown): unknown {
  try {
    return valueAt(tomlData(readForeign(settings?.path ?? '') ?? ''), at);
  } catch (error) {
    if (error instanceof CannotEdit) return broken;
    throw error;
  }
}
