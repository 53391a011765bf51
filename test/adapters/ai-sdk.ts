import { memoryMiddleware, withMemory } from '@sqrl/sdk/adapters/ai-sdk.ts';
import * as ai6 from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import * as ai7 from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import { z } from 'zod';
import { type AgentDriver, type AgentRun, callOf, SYSTEM, TOOLS } from './suite.ts';

/** Both versions, each with its own mock model, in all ways to run a loop. */
export const drivers: AgentDriver[] = [
  {
    name: 'AI SDK 6, generateText',
    stops: true,
    async requests(run) {
      const model = model6(run);
      const { prompt } = run;
      await ai6.generateText(withMemory({ model, tools: tools6(run), system: SYSTEM, prompt }, run));
      return promptsOf(model);
    },
  },
  {
    name: 'AI SDK 6, ToolLoopAgent that streams',
    stops: true,
    async requests(run) {
      const model = model6(run);
      // Version 6 tells `prepareStep` nothing of instructions that `prepareCall` gave.
      const prepareCall = (call: object) => ({ ...call, instructions: SYSTEM }) as never;
      const agent = new ai6.ToolLoopAgent(withMemory({ model, tools: tools6(run), prepareCall }, run));
      await (await agent.stream({ prompt: run.prompt })).consumeStream();
      return promptsOf(model);
    },
  },
  {
    name: 'AI SDK 7, streamText',
    stops: true,
    async requests(run) {
      const model = model7(run);
      const { prompt } = run;
      const steps: string[] = [];
      const onStepEnd = ({ text }: { text: string }) => void steps.push(text);
      const settings = { model, tools: tools7(run), instructions: SYSTEM, prompt, onStepEnd };
      await ai7.streamText(withMemory(settings, run)).consumeStream();
      if (steps.length !== model.doStreamCalls.length) throw new Error('onStepEnd was not called.');
      return promptsOf(model);
    },
  },
  {
    name: 'AI SDK 7, ToolLoopAgent',
    stops: true,
    async requests(run) {
      const model = model7(run);
      const agent = new ai7.ToolLoopAgent(
        withMemory({ model, tools: tools7(run), instructions: SYSTEM }, run),
      );
      await agent.generate({ prompt: run.prompt });
      return promptsOf(model);
    },
  },
  {
    name: 'AI SDK 6, middleware',
    stops: false,
    async requests(run) {
      const model = model6(run);
      await ai6.generateText({
        model: ai6.wrapLanguageModel({ model, middleware: memoryMiddleware(run) }),
        ...{ tools: tools6(run), system: SYSTEM, prompt: run.prompt, stopWhen: ai6.stepCountIs(9) },
      });
      return promptsOf(model);
    },
  },
  {
    name: 'AI SDK 7, middleware that streams',
    stops: false,
    async requests(run) {
      const model = model7(run);
      const result = ai7.streamText({
        model: ai7.wrapLanguageModel({ model, middleware: memoryMiddleware(run) }),
        ...{ tools: tools7(run), system: SYSTEM, prompt: run.prompt, stopWhen: ai7.stepCountIs(9) },
      });
      await result.consumeStream();
      return promptsOf(model);
    },
  },
];

const model6 = (run: AgentRun) => new MockLanguageModelV3(scripted(run));
const model7 = (run: AgentRun) => new MockLanguageModelV4(scripted(run));

const promptsOf = (model: { doGenerateCalls: { prompt: unknown }[]; doStreamCalls: { prompt: unknown }[] }) =>
  [...model.doGenerateCalls, ...model.doStreamCalls].map(({ prompt }) => JSON.stringify(prompt));

const command = z.object({ command: z.string() });
const path = z.object({ path: z.string() });

const tools6 = (run: AgentRun) => ({
  bash: ai6.tool({
    description: TOOLS.bash,
    inputSchema: command,
    execute: (given) => run.bash(given.command),
  }),
  read_file: ai6.tool({
    description: TOOLS.read_file,
    inputSchema: path,
    execute: async () => ({ text: 'charge' }),
  }),
});

const tools7 = (run: AgentRun) => ({
  bash: ai7.tool({
    description: TOOLS.bash,
    inputSchema: command,
    execute: (given) => run.bash(given.command),
  }),
  read_file: ai7.tool({
    ...{ description: TOOLS.read_file, inputSchema: path },
    async *execute() {
      yield 'reading';
      yield 'charge';
    },
  }),
});

/** What a mock model of either version answers, one step per request. */
// biome-ignore lint/suspicious/noExplicitAny: one script for the models of two versions.
export function scripted({ script }: AgentRun): any {
  let next = 0;
  const usage = { inputTokens: { total: 10, cacheRead: 2 }, outputTokens: { total: 5 } };
  const answer = () => {
    const step = script[next]!;
    const call = callOf(step, next++);
    return {
      content: call
        ? [{ type: 'tool-call', toolCallId: call.id, toolName: call.name, input: JSON.stringify(call.input) }]
        : [{ type: 'text', text: 'say' in step ? step.say : '' }],
      finishReason: { unified: call ? 'tool-calls' : 'stop', raw: undefined },
      ...{ usage, warnings: [] },
    };
  };
  return {
    doGenerate: async () => answer(),
    async doStream() {
      const { content, finishReason, warnings } = answer();
      const parts = content.flatMap((part): object[] =>
        'text' in part
          ? [
              { type: 'text-start', id: '1' },
              { type: 'text-delta', id: '1', delta: part.text },
              { type: 'text-end', id: '1' },
            ]
          : [part],
      );
      const stream = ReadableStream.from([
        { type: 'stream-start', warnings },
        ...parts,
        { type: 'finish', finishReason, usage },
      ]);
      return { stream };
    },
  };
}
