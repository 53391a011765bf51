import { setTimeout } from 'node:timers/promises';
import { jsonIn } from './json.ts';
import {
  type Llm,
  type LlmAnswer,
  type LlmFailure,
  type LlmRequest,
  NOTHING_USED,
  type TokenUsage,
  tokensIn,
} from './llm.ts';

/** One question on its way to a model. */
export interface ModelRequest {
  system: string;
  prompt: string;
  maxTokens: number;
  signal: AbortSignal;
}

/** What came back. */
export interface ModelResponse {
  text: string;
  /** Why the model ended, where it did not simply end. */
  broke: 'length' | 'refusal' | null;
  used: TokenUsage;
}

/** How a question gets to a model and its answer back. What goes wrong outside is thrown as LlmFault. */
export interface Transport {
  name: string;
  send(sent: ModelRequest): Promise<ModelResponse>;
}

/** Something outside that did not work. */
export class LlmFault extends Error {
  readonly because: LlmFailure['because'];
  readonly used: TokenUsage;
  /** How long the service wants us to wait before the next try. */
  readonly waitMs: number | undefined;

  constructor(
    because: LlmFailure['because'],
    message: string,
    more: { used?: TokenUsage; waitMs?: number } = {},
  ) {
    super(message);
    this.because = because;
    this.used = more.used ?? NOTHING_USED;
    this.waitMs = more.waitMs;
  }
}

/** A model over a transport: in time, tried twice at most, and with an answer of the shape that was asked for. */
export function llmOver(transport: Transport, timeoutMs: number): Llm {
  const { name } = transport;
  return {
    name,
    async ask<T>(ask: LlmRequest<T>): Promise<LlmAnswer<T>> {
      const late = AbortSignal.timeout(timeoutMs);
      const signal = ask.signal ? AbortSignal.any([late, ask.signal]) : late;
      try {
        return judged(ask, await sent(signal), name);
      } catch (error) {
        if (ask.signal?.aborted)
          return {
            did: 'failed',
            because: 'stopped',
            message: `The call to ${name} was cancelled.`,
            used: unsure(ask),
          };
        if (late.aborted)
          return {
            did: 'failed',
            because: 'slow',
            message: `${name} timed out after ${timeoutMs / 1000} s.`,
            used: unsure(ask),
          };
        if (!(error instanceof LlmFault)) throw error;
        return { did: 'failed', because: error.because, message: error.message, used: error.used };
      }

      async function sent(signal: AbortSignal): Promise<ModelResponse> {
        const question = { system: ask.system, prompt: ask.prompt, maxTokens: ask.maxTokens, signal };
        try {
          return await transport.send(question);
        } catch (error) {
          const wait = error instanceof LlmFault && error.because === 'busy' ? error.waitMs : undefined;
          if (wait === undefined || wait > Math.min(timeoutMs, MAX_WAIT_MS)) throw error;
          await setTimeout(wait, undefined, { signal });
          return await transport.send(question);
        }
      }
    },
  };
}

/** Who must wait longer asks another time. */
const MAX_WAIT_MS = 20_000;

/** What a service may have read and written though its answer never came: the question, and half of what was allowed. */
const unsure = (ask: LlmRequest): TokenUsage => ({
  input: tokensIn(ask.system) + tokensIn(ask.prompt),
  output: Math.ceil(ask.maxTokens / 2),
});

function judged<T>(ask: LlmRequest<T>, { text, broke, used }: ModelResponse, name: string): LlmAnswer<T> {
  const failed = (because: 'refused' | 'malformed' | 'too long', message: string): LlmAnswer<T> => ({
    did: 'failed',
    because,
    message,
    used,
  });
  if (broke === 'refusal') return failed('refused', `${name} refused to answer.`);
  if (text.length > MAX_ANSWER_CHARS)
    return failed('too long', `${name} sent ${text.length} characters; the limit is ${MAX_ANSWER_CHARS}.`);
  if (!ask.schema) return { did: 'answered', text, value: undefined as T, used };
  const value = jsonIn(text);
  if (value === undefined)
    return broke === 'length'
      ? failed('too long', `${name} reached its output limit before the answer was complete.`)
      : failed('malformed', `${name} did not respond with JSON.`);
  const parsed = ask.schema.safeParse(value);
  if (parsed.success) return { did: 'answered', text, value: parsed.data, used };
  const { path, message } = parsed.error.issues[0]!;
  return failed(
    'malformed',
    `${name} sent JSON of the wrong shape: ${path.map(String).join('.')}: ${message}`,
  );
}

const MAX_ANSWER_CHARS = 60_000;
