import { memoryMiddleware } from '@sqrl/sdk/adapters/langchain.ts';
import { AIMessage, type BaseMessage, createAgent, fakeModel, type ToolMessage, tool } from 'langchain';
import { z } from 'zod';
import { type AgentDriver, callOf, SYSTEM, TOOLS } from './suite.ts';

/** LangChain's agent with its own fake model. */
export const driver: AgentDriver = {
  name: 'LangChain',
  stops: true,
  async requests({ prompt, script, bash, ...options }) {
    const model = fakeModel();
    script.forEach((step, index) => {
      const call = callOf(step, index);
      const tool_calls = call ? [{ id: call.id, name: call.name, args: call.input }] : [];
      model.respond(new AIMessage({ content: 'say' in step ? step.say : '', tool_calls }));
    });
    const agent = createAgent({
      ...{ model, systemPrompt: SYSTEM },
      tools: [
        tool(({ command }: { command: string }) => bash(command), {
          ...{ name: 'bash', description: TOOLS.bash },
          schema: z.object({ command: z.string() }),
        }),
        tool(async () => 'charge', {
          ...{ name: 'read_file', description: TOOLS.read_file },
          schema: z.object({ path: z.string() }),
        }),
      ],
      middleware: [memoryMiddleware(options)],
    });
    await agent.invoke({ messages: [{ role: 'user', content: prompt }] }, { recursionLimit: 100 });
    return model.calls.map(({ messages }) =>
      JSON.stringify(
        messages.map((message: BaseMessage) => {
          const { tool_calls = [], tool_call_id } = message as Partial<AIMessage & ToolMessage>;
          return [message.getType(), message.content, tool_calls.map(({ id }) => id), tool_call_id];
        }),
      ),
    );
  },
};
