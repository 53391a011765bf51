import type { LlmFailure, TokenUsage } from './llm.ts';
import { NOTHING_USED } from './llm.ts';

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
