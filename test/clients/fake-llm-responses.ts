import type { Body, Dialect } from './fake-llm.ts';
import { newId, sendJson, startStream, textOf, USAGE } from './fake-llm-wire.ts';
import type { Call, Step, Turn } from './play.ts';

/** OpenAI Responses, as Codex speaks it. */
export const responses: Dialect = {
  path: /\/responses$/,
  turns: (body) => turns(body.input ?? []),
  aside: (body) => (body.text?.format ? { text: TITLE } : undefined),
  write: (step, { body, response }) => {
    const output = items(step);
    const input = step.inputTokens ?? USAGE.input;
    const usage = {
      input_tokens: input,
      input_tokens_details: { cached_tokens: USAGE.cached },
      output_tokens: USAGE.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + USAGE.output,
    };
    const begun = {
      id: newId('resp'),
      object: 'response',
      model: body.model,
      status: 'in_progress',
      output: [],
    };
    const done = { ...begun, status: 'completed', output, usage };
    if (!body.stream) return sendJson(response, done);
    const send = startStream(response);
    let sequence_number = 0;
    const event = (type: string, data: object) =>
      send({ type, sequence_number: sequence_number++, ...data }, type);
    event('response.created', { response: begun });
    output.forEach((item, output_index) => {
      event('response.output_item.added', {
        output_index,
        item: { ...item, content: [], status: 'in_progress' },
      });
      if (item.type === 'message') {
        const part = { item_id: item.id, output_index, content_index: 0 };
        event('response.content_part.added', { ...part, part: { type: 'output_text', text: '' } });
        event('response.output_text.delta', { ...part, delta: item.content[0].text });
      }
      event('response.output_item.done', { output_index, item });
    });
    event('response.completed', { response: done });
    response.end();
  },
};

const TITLE = '{"title":"A small calculator"}';

/**
 * Calls of one answer come back as items of their own, with results in between: their ids tell what was one turn. To have
 * looked for tools in vain is none: Codex does not wait for its MCP servers, and the model looks again.
 */
function turns(input: readonly Body[]): Turn[] {
  const found: Turn[] = [];
  const inVain = input.filter(({ type, tools }) => type === 'tool_search_output' && tools?.length === 0);
  const answered = new Set(inVain.map(({ call_id }) => answerOf(call_id)));
  for (const item of input) {
    if (item.role === 'user') found.push({ by: 'person', text: textOf(item.content) });
    const answer = answerOf(item.call_id ?? item.id);
    if (!answer || String(item.type).endsWith('_output') || answered.has(answer)) continue;
    answered.add(answer);
    found.push({ by: 'model', text: '' });
  }
  return found;
}

const answerOf = (id = ''): string | undefined => /^(?:call|ws)_([0-9a-f]+)/.exec(id)?.[1];

function items(step: Step): Body[] {
  const answer = newId('call');
  return [
    ...(step.thinking
      ? [{ type: 'reasoning', id: newId('rs'), summary: [{ type: 'summary_text', text: step.thinking }] }]
      : []),
    ...(step.text
      ? [
          {
            type: 'message',
            id: newId('msg'),
            role: 'assistant',
            status: 'completed',
            content: [{ type: 'output_text', text: step.text, annotations: [] }],
          },
        ]
      : []),
    ...(step.calls ?? []).map((call, k) => ({ status: 'completed', ...item(call, `${answer}_${k}`) })),
  ];
}

function item({ name, input, form, namespace }: Call, call_id: string): Body {
  if (form === 'custom') return { type: 'custom_tool_call', id: newId('ctc'), call_id, name, input };
  if (form === 'web search')
    return { type: 'web_search_call', id: call_id.replace('call', 'ws'), action: input };
  if (form === 'tool search')
    return { type: 'tool_search_call', id: newId('tsc'), call_id, execution: 'client', arguments: input };
  const call = { type: 'function_call', id: newId('fc'), call_id, name, arguments: JSON.stringify(input) };
  return namespace ? { ...call, namespace } : call;
}
