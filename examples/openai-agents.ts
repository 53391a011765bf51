// The agent of ai-sdk-agent.ts on OpenAI Agents: it fails, learns, and does not repeat the failure in its second run.
//
//   $ node examples/openai-agents.ts
import { Agent, type Model, Runner, tool, Usage } from '@openai/agents-core';
import { agentMemory, memoryTools } from 'squirrel-memory/openai-agents';
import type { OpenOptions } from 'squirrel-memory/sdk';
import { z } from 'zod';
import { inShop, type Print, plannedCommand } from './shop.ts';

export const run = (print: Print, options: Partial<OpenOptions> = {}): Promise<void> =>
  inShop(options, async (memory, bash) => {
    for (const name of ['first run', 'second run']) {
      print(`${name}:`);
      const session = memory.session({ task: 'Check the project' });
      const remembered = agentMemory({ session });
      const shell = tool(
        remembered.tool({
          ...{ name: 'bash', description: 'Runs a command in the project' },
          parameters: z.object({ command: z.string() }),
          execute: ({ command }: { command: string }) => bash(command, print),
          // The library hides errors from the model unless it is told how to say them.
          errorFunction: (_: unknown, error: unknown) => String(error),
        }),
      );
      const own = memoryTools(memory, { user: 'ann' }).map((each) => tool(each));
      const agent = new Agent({ name: 'Engineer', model: modelOf(print), tools: [shell, ...own] });
      const runner = remembered.observe(new Runner({ tracingDisabled: true }));
      const { finalOutput } = await runner.run(
        agent,
        'Please check the project.',
        await remembered.runOptions(),
      );
      print(`  says: ${finalOutput}`);
      const { learned } = await session.finish({ outcome: 'success' });
      for (const id of learned) print(`  learned: ${(await memory.call('get', { id })).text}`);
    }
  });

/** A model that decides by what it reads; yours comes from `@openai/agents`. */
function modelOf(print: Print): Model {
  const decide = plannedCommand(print);
  let calls = 0;
  return {
    async getResponse({ systemInstructions = '', input }) {
      const items = typeof input === 'string' ? [input] : input.map((item) => JSON.stringify(item));
      const command = decide([systemInstructions, ...items]);
      const said = [{ type: 'output_text' as const, text: 'The project is well.' }];
      const message = { type: 'message', role: 'assistant', status: 'completed', content: said } as const;
      const call = {
        type: 'function_call',
        callId: `call-${calls++}`,
        name: 'bash',
        status: 'completed',
      } as const;
      const output = command === undefined ? message : { ...call, arguments: JSON.stringify({ command }) };
      return { usage: new Usage(), output: [output] };
    },
    getStreamedResponse() {
      throw new Error('Not streamed here.');
    },
  };
}

if (import.meta.main) await run(console.log);
