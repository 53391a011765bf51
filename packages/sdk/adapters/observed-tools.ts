import { messageOf } from '@sqrl/base/problem.ts';
import type { ToolCall } from '../types.ts';
import type { Weave } from './weave.ts';

// biome-ignore lint/suspicious/noExplicitAny: tools are the caller's own, in the types of their library.
type Any = any;

/**
 * Tools of the AI SDK or Mastra that ask before they run whether memory knows the call to fail, and whose results are
 * observed. What memory stops fails with the reason as its error. A tool without `execute` stays as it is.
 */
export function observedTools<T extends Record<string, Any>>(tools: T, woven: Weave<Any>): T {
  const wrapped = Object.entries(tools).map(([name, tool]) => {
    if (typeof tool?.execute !== 'function') return [name, tool];
    // The SDK looks at what is returned before it waits for it, so a generator must stay one.
    const isGenerator = tool.execute.constructor.name === 'AsyncGeneratorFunction';
    const run = (input: unknown, options: Any) => tool.execute(input, options);
    const execute = (isGenerator ? yieldingTool : plainTool)(name, run, woven);
    return [name, Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, { execute })];
  });
  return Object.fromEntries(wrapped);
}

type Run = (input: unknown, options: Any) => Any;

const plainTool = (name: string, run: Run, woven: Weave<Any>) => {
  const whole = async function* (input: unknown, options: Any) {
    yield await lastOf(await run(input, options));
  };
  const observed = yieldingTool(name, whole, woven);
  return (input: unknown, options: Any) => lastOf(observed(input, options));
};

/** Of a tool that yields what it has so far, the last is the result. */
const yieldingTool = (name: string, run: Run, woven: Weave<Any>) =>
  async function* (input: unknown, options: Any) {
    const call = { id: options?.toolCallId, name, input };
    await stopIfKnown(call, woven);
    let output: unknown;
    try {
      for await (output of run(input, options)) yield output;
    } catch (error) {
      await woven.result(call, { output: messageOf(error), isError: true });
      throw error;
    }
    await woven.result(call, { output });
  };

/** A function that is not a generator may return one. What it yields on the way is lost, its result is not. */
async function lastOf(output: Any): Promise<Any> {
  if (typeof output?.[Symbol.asyncIterator] !== 'function') return output;
  let last: unknown;
  for await (last of output);
  return last;
}

async function stopIfKnown(call: ToolCall, woven: Weave<Any>): Promise<void> {
  const reason = await woven.stopReason(call);
  if (reason !== undefined) throw new Error(reason);
}
