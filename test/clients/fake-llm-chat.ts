import type { Body, Dialect } from './fake-llm.ts';
import { newId, sendJson, startStream, textOf, USAGE } from './fake-llm-wire.ts';
import type { Turn } from './play.ts';

/** OpenAI chat completions, as opencode and Copilot speak it. */
export const chat: Dialect = {
  path: /\/chat\/completions$/,
  turns: (body) => (body.messages ?? []).map(turn),
  aside: (body) =>
    body.tools?.length || SUMMARY.test(textOf(body.messages?.at(-1)?.content)) ? undefined : { text: TITLE },
  write: (step, { body, response }) => {
    const calls = (step.calls ?? []).map(({ name, input }, index) => ({
      index,
      id: newId('call'),
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }));
    const finish_reason = calls.length ? 'tool_calls' : 'stop';
    const prompt = step.inputTokens ?? USAGE.input;
    const usage = {
      prompt_tokens: prompt,
      completion_tokens: USAGE.output,
      total_tokens: prompt + USAGE.output,
      prompt_tokens_details: { cached_tokens: USAGE.cached },
    };
    const base = { id: newId('chatcmpl'), created: Math.floor(Date.now() / 1000), model: body.model };
    const message = {
      role: 'assistant',
      content: step.text ?? null,
      ...(calls.length && { tool_calls: calls }),
    };
    if (!body.stream)
      return sendJson(response, {
        ...base,
        object: 'chat.completion',
        choices: [{ index: 0, message, finish_reason }],
        usage,
      });
    const send = startStream(response);
    const chunk = (delta: object, finish: string | null = null) => ({
      ...base,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
    send(chunk({ role: 'assistant', content: '' }));
    if (step.thinking) send(chunk({ reasoning_content: step.thinking }));
    if (step.text) send(chunk({ content: step.text }));
    if (calls.length) send(chunk({ tool_calls: calls }));
    send({ ...chunk({}, finish_reason), usage });
    response.write('data: [DONE]\n\n');
    response.end();
  },
};

const TITLE = 'A small calculator';
const SUMMARY = /summar/i;

const turn = (message: Body): Turn => ({
  by: message.role === 'assistant' ? 'model' : message.role === 'user' ? 'person' : 'other',
  text: textOf(message.content),
});
