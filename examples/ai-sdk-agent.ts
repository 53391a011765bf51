// A coding agent on the AI SDK that fails, learns, and does not repeat the failure in its second run.
//
//   $ node examples/ai-sdk-agent.ts
//
// No account is needed: the model is a function that decides by what it reads, as a model would.
import { ToolLoopAgent, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { withMemory } from 'squirrel-memory/ai-sdk';
import type { OpenOptions } from 'squirrel-memory/sdk';
import { z } from 'zod';
import { inShop, type Print, plannedCommand } from './shop.ts';

export const run = (print: Print, options: Partial<OpenOptions> = {}): Promise<void> =>
  inShop(options, async (memory, bash) => {
    for (const name of ['first run', 'second run']) {
      print(`${name}:`);
      const session = memory.session({ task: 'Check the project' });
      const shell = tool({
        description: 'Runs a command in the project',
        inputSchema: z.object({ command: z.string() }),
        execute: ({ command }) => bash(command, print),
      });
      const instructions = 'You are a careful engineer.';
      const settings = { model: modelOf(print), instructions, tools: { bash: shell } };
      const agent = new ToolLoopAgent(withMemory(settings, { session }));
      const { text } = await agent.generate({ prompt: 'Please check the project.' });
      print(`  says: ${text}`);
      const { learned } = await session.finish({ outcome: 'success' });
      for (const id of learned) print(`  learned: ${(await memory.call('get', { id })).text}`);
    }
  });

/** A model that decides by what it reads. */
function modelOf(print: Print): MockLanguageModelV3 {
  const decide = plannedCommand(print);
  return new MockLanguageModelV3({
    async doGenerate({ prompt }) {
      const texts = prompt.map(({ role, content }) =>
        role === 'system' ? content : JSON.stringify(content),
      );
      const command = decide(texts);
      if (command === undefined) return answer({ type: 'text', text: 'The project is well.' });
      const toolCallId = `call-${prompt.length}`;
      return answer({ type: 'tool-call', toolCallId, toolName: 'bash', input: JSON.stringify({ command }) });
    },
  });
}

type GenerateResult = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;

function answer(part: GenerateResult['content'][number]): GenerateResult {
  const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
  const finishReason = { unified: part.type === 'text' ? 'stop' : 'tool-calls', raw: undefined } as const;
  return {
    content: [part],
    finishReason,
    usage: { inputTokens: tokens, outputTokens: tokens },
    warnings: [],
  };
}

if (import.meta.main) await run(console.log);
