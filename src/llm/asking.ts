import { setTimeout } from 'node:timers/promises';
import { jsonIn } from './json.ts';
import { type Answer, type Ask, type Llm, tokensIn, type Used } from './llm.ts';
import { LlmFault, type Received, type Transport } from './transport.ts';

/** A model over a transport: in time, tried twice at most, and with an answer of the shape that was asked for. */
export function llmOver(transport: Transport, timeoutMs: number): Llm {
  const { name } = transport;
  return {
    name,
    async ask<T>(ask: Ask<T>): Promise<Answer<T>> {
      const late = AbortSignal.timeout(timeoutMs);
      const signal = ask.signal ? AbortSignal.any([late, ask.signal]) : late;
      try {
        return judged(ask, await sent(signal), name);
      } catch (error) {
        if (ask.signal?.aborted)
          return {
            did: 'failed',
            because: 'stopped',
            message: `${name} was not waited for.`,
            used: unsure(ask),
          };
        if (late.aborted)
          return {
            did: 'failed',
            because: 'slow',
            message: `${name} did not answer within ${timeoutMs / 1000} s.`,
            used: unsure(ask),
          };
        if (!(error instanceof LlmFault)) throw error;
        return { did: 'failed', because: error.because, message: error.message, used: error.used };
      }

      async function sent(signal: AbortSignal): Promise<Received> {
        const question = { system: ask.system, prompt: ask.prompt, maxTokens: ask.maxTokens, signal };
        try {
          return await transport.send(question);
        } catch (error) {
          const wait = error instanceof LlmFault && error.because === 'busy' ? error.waitMs : undefined;
          if (wait === undefined || wait > Math.min(timeoutMs, LONGEST_WAIT)) throw error;
          await setTimeout(wait, undefined, { signal });
          return await transport.send(question);
        }
      }
    },
  };
}

/** Who must wait longer asks another time. */
const LONGEST_WAIT = 20_000;

/** What a service may have read and written though its answer never came: the question, and half of what was allowed. */
const unsure = (ask: Ask): Used => ({
  input: tokensIn(ask.system) + tokensIn(ask.prompt),
  output: Math.ceil(ask.maxTokens / 2),
});

function judged<T>(ask: Ask<T>, { text, broke, used }: Received, name: string): Answer<T> {
  const failed = (because: 'refused' | 'malformed' | 'too long', message: string): Answer<T> => ({
    did: 'failed',
    because,
    message,
    used,
  });
  if (broke === 'refusal') return failed('refused', `${name} would not answer.`);
  if (text.length > LONGEST_ANSWER)
    return failed('too long', `${name} answered with ${text.length} characters, which nobody asked for.`);
  if (!ask.schema) return { did: 'answered', text, value: undefined as T, used };
  const value = jsonIn(text);
  if (value === undefined)
    return broke === 'length'
      ? failed('too long', `${name} had not finished when its answer was full.`)
      : failed('malformed', `${name} did not answer with JSON.`);
  const parsed = ask.schema.safeParse(value);
  if (parsed.success) return { did: 'answered', text, value: parsed.data, used };
  const { path, message } = parsed.error.issues[0]!;
  return failed('malformed', `${name} answered in another shape: ${path.map(String).join('.')}: ${message}`);
}

const LONGEST_ANSWER = 60_000;
