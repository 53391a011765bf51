import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { APICallError, generateText, type LanguageModel } from 'ai';
import { LlmFault, type ModelResponse, type Transport } from './llm.ts';

/** A service that speaks Anthropic's protocol or OpenAI's. */
export interface LlmService {
  name: string;
  provider: 'anthropic' | 'openai' | 'ollama';
  model: string;
  url: string;
  apiKey: string | undefined;
}

// It would write to standard error, which is not its own here.
(globalThis as { AI_SDK_LOG_WARNINGS?: unknown }).AI_SDK_LOG_WARNINGS = false;

/** Asks a service through the AI SDK. Loaded with the first call. */
export function serviceTransport(service: LlmService): Transport {
  const model = modelOf(service);
  return async ({ system, prompt, maxTokens, signal }) => {
    const limits = { maxOutputTokens: maxTokens, maxRetries: 0, abortSignal: signal };
    try {
      const { text, finishReason, usage } = await generateText({ model, system, prompt, ...limits });
      const used = { input: usage.inputTokens ?? 0, output: usage.outputTokens ?? 0 };
      return { text, broke: BROKE[finishReason] ?? null, used };
    } catch (error) {
      throw faultOf(error, service.name, service.apiKey);
    }
  };
}

const BROKE: Record<string, ModelResponse['broke']> = { length: 'length', 'content-filter': 'refusal' };

function modelOf({ provider, model, url, apiKey }: LlmService): LanguageModel {
  const options = { baseURL: url, fetch: boundedFetch as typeof fetch };
  // Never left out: the SDK would look for a key and an address in the environment by itself.
  if (provider === 'anthropic') return createAnthropic({ ...options, apiKey: apiKey ?? '' })(model);
  return createOpenAICompatible({ ...options, name: provider, ...(apiKey && { apiKey }) })(model);
}

function faultOf(error: unknown, name: string, apiKey: string | undefined): unknown {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof LlmFault) return cause;
  if (!APICallError.isInstance(error)) return isNoAnswer(error) ? malformed(name) : error;
  const { statusCode: status, responseHeaders } = error;
  const hide = (text: string) => (apiKey && apiKey.length > 3 ? text.replaceAll(apiKey, '…') : text);
  if (status === undefined) return new LlmFault('down', `${name} cannot be reached. Check llm.url.`);
  if (status < 300) return malformed(name);
  const message = `${name} responded with ${status} (${hide(error.message).replace(/\s+/g, ' ').slice(0, 200)}).`;
  if (status === 401 || status === 403)
    return new LlmFault('key', `${name} responded with ${status}. Check the API key.`);
  if ([429, 503, 529].includes(status))
    return new LlmFault('busy', message, { waitMs: waitAsked(responseHeaders) });
  return new LlmFault(status >= 500 ? 'down' : 'rejected', message);
}

const malformed = (name: string) =>
  new LlmFault('malformed', `${name} sent a response that does not follow its protocol.`);

/** Errors of the SDK about answers it can make nothing of. */
const isNoAnswer = (error: unknown): boolean => error instanceof Error && /^AI_/.test(error.name);

/** An answer of a model that is larger than this is none. */
const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

/** Fetches from where the person said and from nowhere else, and reads no more than any honest answer has. */
async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, { ...init, redirect: 'manual' });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > MAX_ANSWER_BYTES)
      throw new LlmFault('too long', `The response is larger than ${MAX_ANSWER_BYTES / 2 ** 20} MiB.`);
    parts.push(part);
  }
  const headers = new Headers(answer.headers);
  // It was unpacked on its way here.
  headers.delete('content-encoding');
  headers.delete('content-length');
  const body = [204, 304].includes(answer.status) ? null : Buffer.concat(parts);
  return new Response(body, { status: answer.status, statusText: answer.statusText, headers });
}

/** How long a Retry-After header wants us to wait: seconds, or a date by the server's own clock. */
function waitAsked(headers: Readonly<Record<string, string>> = {}): number | undefined {
  const after = headers['retry-after'];
  if (after === undefined) return undefined;
  const seconds = Number(after);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.parse(headers.date ?? '');
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
