import { messageOf } from '@sqrl/base/problem.ts';
import { type KeptTool, keptTools } from '@sqrl/squirrel/mcp/tools/kept.ts';
import type { Memory, MemoryScope, MemorySession, Step } from '../types.ts';
import { observedTools } from './observed-tools.ts';
import { promptMessages, withSystem } from './prompt-messages.ts';
import { type AdapterOptions, holds, joined, type StepOptions, stepLimit, weave } from './weave.ts';

// biome-ignore lint/suspicious/noExplicitAny: these types differ between versions 6 and 7, and stay the caller's own.
type Any = any;

/** What `withMemory` reads of the settings of `generateText`, `streamText` or a `ToolLoopAgent`. */
export interface LoopSettings {
  tools?: Record<string, Any> | undefined;
  /** Called `instructions` in a `ToolLoopAgent` and in version 7. */
  system?: Any;
  instructions?: Any;
  prepareCall?: Any;
  prepareStep?: Any;
  stopWhen?: Any;
  onStepFinish?: Any;
  onStepEnd?: Any;
}

export type AiSdkOptions = AdapterOptions & StepOptions;

/**
 * The same settings with memory in them: the system prompt and the messages of every step, the tools, the step limit, and
 * the observation of each step. Callbacks and stop conditions of the settings keep working.
 */
export function withMemory<S extends LoopSettings>(settings: S, options: AiSdkOptions): S {
  const { session, baseSteps = 20, maxSteps } = options;
  const woven = weave(options, promptMessages);
  const { tools, prepareCall, onStepFinish, onStepEnd = onStepFinish } = settings;
  let base = settings.instructions ?? settings.system;
  const observed = (then: Any) => async (step: Any) => {
    session.observeStep(stepOf(step));
    await then?.(step);
  };

  async function prepareStep(step: Any): Promise<Any> {
    const own = await settings.prepareStep?.(step);
    const brief = await woven.system();
    const messages = await woven.messages(own?.messages ?? step.messages);
    // Version 7 passes on what the step before returned; version 6 begins anew with what the settings say.
    const system = withBrief(own?.instructions ?? own?.system ?? step.instructions ?? base, brief);
    return {
      ...own,
      ...(system !== undefined && { system, instructions: system }),
      messages,
    };
  }

  return {
    ...settings,
    ...(tools && { tools: observedTools(tools, woven) }),
    ...(prepareCall && {
      async prepareCall(call: Any) {
        const prepared = await prepareCall(call);
        base = prepared?.instructions ?? prepared?.system ?? base;
        return prepared;
      },
    }),
    prepareStep,
    stopWhen: [settings.stopWhen ?? [], calibratedStop(session, { baseSteps, maxSteps })].flat(),
    // Version 6 calls the one, version 7 the other.
    onStepFinish: observed(onStepFinish),
    onStepEnd: observed(onStepEnd),
  };
}

/** Tools for the agent's own use of memory, by name, for `tools`. */
export function memoryTools(memory: Memory, scope?: MemoryScope): Record<string, AiSdkTool> {
  const made = keptTools(memory.call, scope);
  return Object.fromEntries(
    made.map(({ name, parameters, ...tool }) => [name, { ...tool, inputSchema: parameters }]),
  );
}

type AiSdkTool = Pick<KeptTool, 'description' | 'execute'> & { inputSchema: KeptTool['parameters'] };

/** A stop condition: the base number of steps, multiplied by how long such work took before. */
export function calibratedStop(
  session: MemorySession,
  limits: { baseSteps: number; maxSteps?: number | undefined },
): (options: { steps: readonly unknown[] }) => Promise<boolean> {
  const limit = stepLimit(session, limits);
  return async ({ steps }) => steps.length >= (await limit());
}

/** Middleware for models of versions 6 and 7. */
export interface MemoryMiddleware {
  readonly specificationVersion: 'v3';
  transformParams<P extends { prompt: Any }>(given: { params: P }): Promise<P>;
  wrapGenerate<R>(given: { doGenerate: () => PromiseLike<R> }): Promise<R>;
  wrapStream<R>(given: { doStream: () => PromiseLike<R> }): Promise<R>;
}

/**
 * Language-model middleware for `wrapLanguageModel`, where the loop is not yours to change. It tells and observes through
 * the requests alone, so it cannot stop a call or the loop.
 */
export function memoryMiddleware(options: AdapterOptions): MemoryMiddleware {
  const { session } = options;
  const woven = weave(options, promptMessages);
  return {
    specificationVersion: 'v3',
    async transformParams({ params }) {
      const messages = await woven.messages(params.prompt);
      return { ...params, prompt: withSystem(messages, await woven.system()) };
    },
    async wrapGenerate({ doGenerate }) {
      const result = await doGenerate();
      const { content, usage } = result as Any;
      const texts = (type: string) => content.flatMap((part: Any) => (part.type === type ? [part.text] : []));
      session.observeStep(madeStep(texts('text'), texts('reasoning'), usage));
      return result;
    },
    async wrapStream({ doStream }) {
      const result = (await doStream()) as Any;
      const texts: string[] = [];
      const reasoning: string[] = [];
      const watch = new TransformStream<Any, Any>({
        transform(chunk, to) {
          if (chunk.type === 'text-delta') texts.push(chunk.delta);
          if (chunk.type === 'reasoning-delta') reasoning.push(chunk.delta);
          if (chunk.type === 'finish') session.observeStep(madeStep(texts, reasoning, chunk.usage));
          to.enqueue(chunk);
        },
      });
      return { ...result, stream: result.stream.pipeThrough(watch) };
    },
  };
}

/** The system prompt with the brief at its end, in whichever form it is given. */
function withBrief(system: Any, brief: string): Any {
  if (brief === '' || holds(system, brief)) return system;
  if (system === undefined || typeof system === 'string') return joined(system, brief);
  return [...[system].flat(), { role: 'system', content: brief }];
}

/** A step as its callback gets it. Calls that a provider ran itself passed no tool of ours. */
function stepOf({ text, reasoningText, usage, content = [] }: Any): Step {
  const calls = content
    .filter(({ type, providerExecuted }: Any) => providerExecuted && /^tool-(?:result|error)$/.test(type))
    .map(({ type, toolCallId: id, toolName: name, input, output, error }: Any) => ({
      call: { id, name, input },
      result: type === 'tool-error' ? { output: messageOf(error), isError: true } : { output },
    }));
  return { ...madeStep([text ?? ''], [reasoningText ?? ''], usage), calls };
}

/** Usage is a number in results, and an object with a total in what a model returns. */
function madeStep(texts: readonly string[], reasoning: readonly string[], usage: Any): Step {
  const total = (count: Any): number => (typeof count === 'number' ? count : (count?.total ?? 0));
  const cached = usage?.inputTokens?.cacheRead ?? usage?.inputTokenDetails?.cacheReadTokens ?? 0;
  return {
    text: texts.join(''),
    reasoning: reasoning.join(''),
    ...(usage && { tokens: { input: total(usage.inputTokens), output: total(usage.outputTokens), cached } }),
  };
}
