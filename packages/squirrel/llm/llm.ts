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

export const NOTHING_USED: TokenUsage = { input: 0, output: 0 };

/** How many tokens a text has at most, near enough for a cap: code and other scripts have more to the letter than prose. */
export const tokensIn = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3);
