import { Problem } from '@sqrl/base/problem.ts';
import { llmOver, type Transport } from './asking.ts';
import { type Llm, type LlmAnswer, type LlmRequest, NOTHING_USED } from './llm.ts';
import type { ProgramName } from './program.ts';

/** Which language model is wanted, and where it is. */
export interface LlmConfig {
  provider: 'anthropic' | 'openai' | 'ollama' | 'program';
  model: string | undefined;
  url: string | undefined;
  apiKey: string | undefined;
  /** The variable that the key was looked for in. */
  apiKeyEnv: string | undefined;
  timeoutMs: number;
  program: ProgramName;
  /** Where the agent program is, absolute. */
  programPath: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** The folder for temporary files. */
  temp: string;
}

/** Where services answer, and the variable that most people keep their key in. */
export const SERVICES = {
  anthropic: { url: 'https://api.anthropic.com/v1', key: 'ANTHROPIC_API_KEY' },
  openai: { url: 'https://api.openai.com/v1', key: 'OPENAI_API_KEY' },
  ollama: { url: 'http://127.0.0.1:11434/v1', key: undefined },
} as const;

/** The model a configuration names. Nothing is loaded before the first question. */
export function llmFor(config: LlmConfig): Llm {
  const { provider, program, model, apiKeyEnv, timeoutMs } = config;
  const name = provider === 'program' ? (model ? `${program}:${model}` : program) : `${provider}:${model}`;
  let ready: Promise<Llm> | undefined;
  return {
    name,
    async ask<T>(ask: LlmRequest<T>): Promise<LlmAnswer<T>> {
      if (needsKey(config) && !config.apiKey?.trim())
        return {
          did: 'failed',
          because: 'key',
          message: `API key missing for ${name}. Set the environment variable ${apiKeyEnv}.`,
          used: NOTHING_USED,
        };
      ready ??= transportFor(config).then((transport) => llmOver(transport, timeoutMs));
      return (await ready).ask(ask);
    },
  };
}

/** A service of one's own may want no key; where a variable is named, it must hold one. */
const needsKey = ({ provider, url, apiKeyEnv }: LlmConfig): boolean =>
  provider === 'anthropic' || (provider === 'openai' && (url === undefined || apiKeyEnv !== undefined));

async function transportFor(config: LlmConfig): Promise<Transport> {
  const { provider, model, apiKey } = config;
  if (provider === 'program') {
    const { programTransport } = await import('./program.ts');
    return programTransport({ ...config, path: config.programPath });
  }
  if (model === undefined)
    throw new Problem(`No model is set for ${provider}.`, 'Run `sqrl config set llm.model NAME`.', 'invalid');
  const { serviceTransport } = await import('./sdk.ts');
  return serviceTransport({
    provider,
    model,
    url: addressOf(config.url ?? SERVICES[provider].url),
    apiKey: apiKey?.trim(),
  });
}

/** People give the address of a service with or without the version that its paths begin with. */
function addressOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname === '/' ? `${url.replace(/\/+$/, '')}/v1` : url.replace(/\/+$/, '');
}
