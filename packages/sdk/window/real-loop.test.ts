import { createAnthropic } from '@ai-sdk/anthropic';
import { generateText, type ModelMessage, modelMessageSchema, stepCountIs, tool } from 'ai';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { aiSdkFormat } from './formats.ts';
import { MessageWindow } from './message-window.ts';
import { DIALECTS } from './testing/dialects.ts';

const STEPS = 40;

test('forty steps of the real AI SDK stay within the window, and Anthropic is sent no broken list', async () => {
  const requests: { messages: Record<string, unknown>[] }[] = [];
  const anthropic = createAnthropic({
    apiKey: 'none',
    // The model, scripted: it reads two files at each step, thinks at some, and says something at others.
    fetch: async (_, init) => {
      requests.push(JSON.parse(String(init?.body)));
      const step = requests.length;
      const thinking = { type: 'thinking', thinking: `step ${step}`, signature: 's' };
      const calls = [0, 1].map((i) => ({
        type: 'tool_use',
        id: `t${step}_${i}`,
        name: 'read',
        input: { path: `${(step * 2 + i) % 9}.ts` },
      }));
      const content = [
        ...(step % 3 === 0 ? [thinking] : []),
        ...(step % 4 === 0 ? [{ type: 'text', text: 'Next.' }] : []),
        ...(step === STEPS ? [{ type: 'text', text: 'Done.' }] : calls),
      ];
      const usage = { input_tokens: 1, output_tokens: 1 };
      const stop_reason = step === STEPS ? 'end_turn' : 'tool_use';
      return Response.json({
        id: 'm',
        type: 'message',
        role: 'assistant',
        model: 'claude',
        content,
        stop_reason,
        usage,
      });
    },
  });
  const window = new MessageWindow<ModelMessage>({
    format: aiSdkFormat(),
    maxTokens: 4000,
    toolUse: ({ input }) => ({ tool: 'read', files: [(input as { path: string }).path] }),
  });
  const sizes: number[] = [];
  let removed = 0;
  const { text, steps } = await generateText({
    model: anthropic('claude-sonnet-4-5'),
    providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } },
    prompt: 'Read all files.',
    stopWhen: stepCountIs(STEPS + 1),
    tools: {
      read: tool({
        inputSchema: z.object({ path: z.string() }),
        execute: ({ path }) => `${path}\n${'export const a = 1;\n'.repeat(20)}`,
      }),
    },
    prepareStep: async ({ messages }) => {
      const pruned = await window.prune(messages);
      for (const message of pruned.messages) modelMessageSchema.parse(message);
      sizes.push(pruned.tokens);
      removed += pruned.removed.length;
      return { messages: pruned.messages };
    },
  });
  expect([text, steps.length, removed > 50]).toEqual(['Next.Done.', STEPS, true]);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(4000 * 0.8);
  expect(requests.flatMap(({ messages }) => DIALECTS.Anthropic!.faults(messages))).toEqual([]);
});
