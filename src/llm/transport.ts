import type { Failure, Used } from './llm.ts';
import { NOTHING_USED } from './llm.ts';

/** One question on its way to a model. */
export interface Sent {
  system: string;
  prompt: string;
  maxTokens: number;
  signal: AbortSignal;
}

/** What came back. */
export interface Received {
  text: string;
  /** Why the model ended, where it did not simply end. */
  broke: 'length' | 'refusal' | null;
  used: Used;
}

/** How a question gets to a model and its answer back. What goes wrong outside is thrown as LlmFault. */
export interface Transport {
  name: string;
  send(sent: Sent): Promise<Received>;
}

/** Something outside that did not work. */
export class LlmFault extends Error {
  readonly because: Failure['because'];
  readonly used: Used;
  /** How long the service wants us to wait before the next try. */
  readonly waitMs: number | undefined;

  constructor(because: Failure['because'], message: string, more: { used?: Used; waitMs?: number } = {}) {
    super(message);
    this.because = because;
    this.used = more.used ?? NOTHING_USED;
    this.waitMs = more.waitMs;
  }
}
