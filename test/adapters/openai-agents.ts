import { Agent, type AgentOutputItem, type Model, Runner, tool, Usage } from '@openai/agents-core';
import { agentMemory } from '@sqrl/sdk/adapters/openai-agents.ts';
import { z } from 'zod';
import { type AgentDriver, callOf, SYSTEM, TOOLS } from './suite.ts';

/** The OpenAI Agents SDK with a model of its interface. */
export const driver: AgentDriver = {
  name: 'OpenAI Agents',
  stops: true,
  async requests({ prompt, script, bash, ...options }) {
    const asked: string[] = [];
    const model: Model = {
      async getResponse({ input, systemInstructions }) {
        const step = script[asked.length]!;
        const call = callOf(step, asked.length);
        asked.push(JSON.stringify({ systemInstructions, input }));
        const said = {
          ...{ type: 'message', role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text: 'say' in step ? step.say : '' }],
        } as const;
        const called = call && {
          ...{ type: 'function_call', callId: call.id, name: call.name, status: 'completed' },
          arguments: JSON.stringify(call.input),
        };
        return { usage: new Usage(), output: [(called ?? said) as AgentOutputItem] };
      },
      getStreamedResponse() {
        throw new Error('Not streamed here.');
      },
    };
    const memory = agentMemory(options);
    const agent = new Agent({
      ...{ name: 'Engineer', instructions: SYSTEM, model },
      tools: [
        tool(
          memory.tool({
            ...{ name: 'bash', description: TOOLS.bash },
            parameters: z.object({ command: z.string() }),
            execute: ({ command }: { command: string }) => bash(command),
          }),
        ),
        // Seen by the runner's hooks alone.
        tool({
          ...{ name: 'read_file', description: TOOLS.read_file },
          parameters: z.object({ path: z.string() }),
          execute: async () => 'charge',
        }),
      ],
    });
    const runner = memory.observe(new Runner({ tracingDisabled: true }));
    await runner.run(agent, prompt, await memory.runOptions()).catch((error: Error) => {
      if (error.name !== 'MaxTurnsExceededError' && !/Max turns/i.test(error.message)) throw error;
    });
    return asked;
  },
};
