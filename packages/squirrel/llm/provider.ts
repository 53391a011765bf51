import { setTimeout } from 'node:timers/promises';
import { Problem } from '@sqrl/base/problem.ts';
import { jsonIn } from './json.ts';
import {
  type Llm,
  type LlmAnswer,
  type LlmFailure,
  LlmFault,
  type LlmRequest,
  type ModelResponse,
  NOTHING_USED,
  type TokenUsage,
  type Transport,
  tokensIn,
} from './llm.ts';
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

/** The model a configuration names: asked in time, twice at most. Nothing is loaded before the first question. */
export function llmFor(config: LlmConfig): Llm {
  const { provider, program, model, apiKeyEnv, timeoutMs } = config;
  const name = provider === 'program' ? (model ? `${program}:${model}` : program) : `${provider}:${model}`;
  let ready: Promise<Transport> | undefined;
  return {
    name,
    async ask<T>(ask: LlmRequest<T>): Promise<LlmAnswer<T>> {
      if (needsKey(config) && !config.apiKey?.trim())
        return failed('key', `API key missing for ${name}. Set the environment variable ${apiKeyEnv}.`);
      ready ??= transportFor(config, name);
      const send = await ready;
      const late = AbortSignal.timeout(timeoutMs);
      const signal = ask.signal ? AbortSignal.any([late, ask.signal]) : late;
      try {
        return judged(ask, await sent({ ...ask, signal }), name);
      } catch (error) {
        if (ask.signal?.aborted) return failed('stopped', `The call to ${name} was cancelled.`, unsure(ask));
        if (late.aborted)
          return failed('slow', `${name} timed out after ${timeoutMs / 1000} s.`, unsure(ask));
        if (!(error instanceof LlmFault)) throw error;
        return failed(error.because, error.message, error.used);
      }

      async function sent(asked: Parameters<Transport>[0]): Promise<ModelResponse> {
        try {
          return await send(asked);
        } catch (error) {
          const wait = error instanceof LlmFault && error.because === 'busy' ? error.waitMs : undefined;
          // Who must wait longer asks another time.
          if (wait === undefined || wait > Math.min(timeoutMs, MAX_WAIT_MS)) throw error;
          await setTimeout(wait, undefined, { signal });
          return await send(asked);
        }
      }
    },
  };
}

const MAX_WAIT_MS = 20_000;

const failed = (
  because: LlmFailure['because'],
  message: string,
  used: TokenUsage = NOTHING_USED,
): LlmFailure => ({ did: 'failed', because, message, used });

/** What a service may have read and written though its answer never came: the question, and half of what was allowed. */
const unsure = (ask: LlmRequest): TokenUsage => ({
  input: tokensIn(ask.system) + tokensIn(ask.prompt),
  output: Math.ceil(ask.maxTokens / 2),
});

/** An answer of the shape that was asked for. */
function judged<T>(ask: LlmRequest<T>, { text, broke, used }: ModelResponse, name: string): LlmAnswer<T> {
  if (broke === 'refusal') return failed('refused', `${name} refused to answer.`, used);
  if (text.length > MAX_ANSWER_CHARS) {
    const message = `${name} sent ${text.length} characters; the limit is ${MAX_ANSWER_CHARS}.`;
    return failed('too long', message, used);
  }
  if (!ask.schema) return { did: 'answered', text, value: undefined as T, used };
  const value = jsonIn(text);
  if (value === undefined)
    return broke === 'length'
      ? failed('too long', `${name} reached its output limit before the answer was complete.`, used)
      : failed('malformed', `${name} did not respond with JSON.`, used);
  const parsed = ask.schema.safeParse(value);
  if (parsed.success) return { did: 'answered', text, value: parsed.data, used };
  const { path, message } = parsed.error.issues[0]!;
  const where = path.map(String).join('.');
  return failed('malformed', `${name} sent JSON of the wrong shape: ${where}: ${message}`, used);
}

const MAX_ANSWER_CHARS = 60_000;

/** A service of one's own may want no key; where a variable is named, it must hold one. */
const needsKey = ({ provider, url, apiKeyEnv }: LlmConfig): boolean =>
  provider === 'anthropic' || (provider === 'openai' && (url === undefined || apiKeyEnv !== undefined));

async function transportFor(config: LlmConfig, name: string): Promise<Transport> {
  const { provider, model, apiKey } = config;
  if (provider === 'program') return (await import('./program.ts')).programTransport(config);
  if (model === undefined)
    throw new Problem(`No model is set for ${provider}.`, 'Run `sqrl config set llm.model NAME`.', 'invalid');
  const { serviceTransport } = await import('./sdk.ts');
  const url = addressOf(config.url ?? SERVICES[provider].url);
  return serviceTransport({ name, provider, model, url, apiKey: apiKey?.trim() });
}

/** People give the address of a service with or without the version that its paths begin with. */
function addressOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname === '/' ? `${url.replace(/\/+$/, '')}/v1` : url.replace(/\/+$/, '');
}
