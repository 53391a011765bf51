// The agent of ai-sdk-agent.ts on LangChain: it fails, learns, and does not repeat the failure in its second run.
//
//   $ node examples/langchain-agent.ts
import { AIMessage, createAgent, fakeModel, tool } from 'langchain';
import { memoryMiddleware, memoryTools } from 'squirrel-memory/langchain';
import type { OpenOptions } from 'squirrel-memory/sdk';
import { z } from 'zod';
import { inShop, type Print, plannedCommand } from './shop.ts';

export const run = (print: Print, options: Partial<OpenOptions> = {}): Promise<void> =>
  inShop(options, async (memory, bash) => {
    for (const name of ['first run', 'second run']) {
      print(`${name}:`);
      const session = memory.session({ task: 'Check the project' });
      // A model that decides by what it reads; yours comes from LangChain's packages.
      const model = fakeModel();
      const decide = plannedCommand(print);
      for (let i = 0; i < 4; i++)
        model.respond((messages) => {
          const command = decide(messages.map(({ text }) => text));
          if (command === undefined) return new AIMessage('The project is well.');
          return new AIMessage({
            content: '',
            tool_calls: [{ id: `call-${i}`, name: 'bash', args: { command } }],
          });
        });
      const shell = tool(({ command }: { command: string }) => bash(command, print), {
        ...{ name: 'bash', description: 'Runs a command in the project' },
        schema: z.object({ command: z.string() }),
      });
      const agent = createAgent({
        model,
        tools: [shell, ...memoryTools(memory, { user: 'ann' })],
        middleware: [memoryMiddleware({ session })],
      });
      const { messages } = await agent.invoke({
        messages: [{ role: 'user', content: 'Please check the project.' }],
      });
      print(`  says: ${messages.at(-1)!.text}`);
      const { learned } = await session.finish({ outcome: 'success' });
      for (const id of learned) print(`  learned: ${(await memory.call('get', { id })).text}`);
    }
  });

if (import.meta.main) await run(console.log);
