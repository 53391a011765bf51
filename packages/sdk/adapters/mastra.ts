import { observedTools } from './observed-tools.ts';
import { promptMessages, withSystem } from './prompt-messages.ts';
import { type AdapterOptions, weave } from './weave.ts';

export { calibratedStop, memoryTools } from './ai-sdk.ts';

// biome-ignore lint/suspicious/noExplicitAny: the library's types stay the caller's own, whichever version that is.
type Any = any;

/** A processor for `inputProcessors` of an agent. */
export interface MemoryProcessor {
  readonly id: 'squirrel-memory';
  readonly name: string;
  processInputStep(args: { tools?: Record<string, unknown> }): Any;
  processLLMRequest(args: { prompt: Any }): Promise<{ prompt: Any }>;
  processLLMResponse(args: { chunks: readonly { type: string; payload: unknown }[] }): undefined;
}

/**
 * Makes a processor that tells and observes at every request of one session. What it adds to a request is not stored with
 * the messages of the agent's thread.
 */
export function memoryProcessor(options: AdapterOptions): MemoryProcessor {
  const { session } = options;
  const woven = weave(options, promptMessages);
  const wrapped = new WeakMap<object, object>();

  return {
    id: 'squirrel-memory',
    name: 'Squirrel memory',

    processInputStep({ tools }) {
      if (!tools) return undefined;
      // The tools of one step may be handed to the next.
      const missing = Object.entries(tools).filter(([, tool]) => !wrapped.has(tool as object));
      for (const [name, tool] of Object.entries(observedTools(Object.fromEntries(missing), woven))) {
        wrapped.set(tools[name] as object, tool as object);
        wrapped.set(tool as object, tool as object);
      }
      return {
        tools: Object.fromEntries(
          Object.entries(tools).map(([name, tool]) => [name, wrapped.get(tool as object)]),
        ),
      };
    },

    async processLLMRequest({ prompt }) {
      const messages = await woven.messages(prompt);
      return { prompt: withSystem(messages, await woven.system()) };
    },

    processLLMResponse({ chunks }) {
      const said = (type: string) =>
        chunks.flatMap((chunk) => (chunk.type === type ? [(chunk.payload as { text: string }).text] : []));
      session.observeStep({ text: said('text-delta').join(''), reasoning: said('reasoning-delta').join('') });
      return undefined;
    },
  };
}
