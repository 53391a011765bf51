import type { z } from 'zod';

/** What is asked of a language model. Whatever was not written by us stands in `prompt`, fenced. */
export interface LlmRequest<T = unknown> {
  /** The purpose, as the spending report names it. */
  purpose: string;
  system: string;
  prompt: string;
  maxTokens: number;
  /** What the answer must be, as JSON; without it any text will do. */
  schema?: z.ZodType<T>;
  signal?: AbortSignal;
}

/** What a call took; `cost` only where the model's own program tells it. */
export interface TokenUsage {
  input: number;
  output: number;
  cost?: number;
}

/** Why there is no answer. `message` is for a person and holds no secret. */
export interface LlmFailure {
  did: 'failed';
  because:
    | 'cap'
    | 'key'
    | 'busy'
    | 'down'
    | 'slow'
    | 'stopped'
    /** The service said that the request is wrong. */
    | 'rejected'
    /** The model would not. */
    | 'refused'
    | 'malformed'
    | 'too long';
  message: string;
  used: TokenUsage;
}

export type LlmAnswer<T = unknown> =
  | { did: 'answered'; text: string; value: T; used: TokenUsage }
  | LlmFailure;

/** A language model behind whatever provider. It never throws for what goes wrong outside. */
export interface Llm {
  /** Provider and model, as the spending report names them: `anthropic:…`. */
  readonly name: string;
  ask<T>(ask: LlmRequest<T>): Promise<LlmAnswer<T>>;
}

/** Whether asking again later may help. */
export const isPassing = ({ because }: LlmFailure): boolean =>
  ['cap', 'key', 'busy', 'down', 'slow', 'stopped'].includes(because);

/** How a question gets to a model and its answer back. What goes wrong outside is thrown as LlmFault. */
export type Transport = (
  sent: Required<Pick<LlmRequest, 'system' | 'prompt' | 'maxTokens' | 'signal'>>,
) => Promise<ModelResponse>;

export interface ModelResponse {
  text: string;
  /** Why the model ended, where it did not simply end. */
  broke: 'length' | 'refusal' | null;
  used: TokenUsage;
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
    { used = NOTHING_USED, waitMs }: { used?: TokenUsage; waitMs?: number | undefined } = {},
  ) {
    super(message);
    this.because = because;
    this.used = used;
    this.waitMs = waitMs;
  }
}

export const NOTHING_USED: TokenUsage = { input: 0, output: 0 };

/** How many tokens a text has at most, near enough for a cap: code and other scripts have more to the letter than prose. */
export const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3);
