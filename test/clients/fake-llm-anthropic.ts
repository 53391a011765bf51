import type { Body, Dialect } from './fake-llm.ts';
import { newId, sendJson, startStream, textOf, USAGE } from './fake-llm-wire.ts';
import type { Step, Turn } from './play.ts';

/** Anthropic Messages, as Claude Code speaks it. */
export const anthropic: Dialect = {
  path: /\/messages$/,
  turns: (body) => (body.messages ?? []).map(turn),
  aside: (body) => {
    if (searches(body)) return { text: '' };
    return body.tools?.length || SUMMARY.test(textOf(body.messages?.at(-1)?.content))
      ? undefined
      : { text: TITLE };
  },
  write: (step, { body, response }) => {
    const content = searches(body) ? searchResults() : blocks(step);
    const stop = step.calls?.length ? 'tool_use' : 'end_turn';
    const usage = {
      input_tokens: step.inputTokens ?? USAGE.input,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: USAGE.cached,
      output_tokens: USAGE.output,
    };
    const message = {
      id: newId('msg'),
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage, output_tokens: 1 },
    };
    if (!body.stream) return sendJson(response, { ...message, content, stop_reason: stop, usage });
    const send = startStream(response);
    const event = (type: string, data: object) => send({ type, ...data }, type);
    event('message_start', { message });
    content.forEach((block, index) => {
      const [start, ...deltas] = pieces(block);
      event('content_block_start', { index, content_block: start });
      for (const delta of deltas) event('content_block_delta', { index, delta });
      event('content_block_stop', { index });
    });
    event('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage });
    event('message_stop', {});
    response.end();
  },
};

const TITLE = '{"title":"A small calculator"}';
const SUMMARY = /summary/i;

const turn = (message: Body): Turn => ({
  by: message.role === 'assistant' ? 'model' : 'person',
  text: textOf(message.content),
});

function blocks(step: Step): Body[] {
  return [
    ...(step.thinking ? [{ type: 'thinking', thinking: step.thinking }] : []),
    ...(step.text ? [{ type: 'text', text: step.text }] : []),
    ...(step.calls ?? []).map(({ name, input }) => ({ type: 'tool_use', id: newId('toolu'), name, input })),
  ];
}

/** A block as the stream sends it: its empty shell, then what fills it. */
function pieces(block: Body): Body[] {
  if (block.type === 'text')
    return [
      { type: 'text', text: '' },
      { type: 'text_delta', text: block.text },
    ];
  if (block.type === 'thinking')
    return [
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: block.thinking },
      { type: 'signature_delta', signature: 'ZmFrZQ==' },
    ];
  if (block.type === 'web_search_tool_result') return [block];
  return [
    { ...block, input: {} },
    { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
  ];
}

/** The provider itself searches the web: the client's tool is one more request that names this tool. */
const searches = (body: Body): boolean =>
  Boolean(body.tools?.some((tool: Body) => String(tool.type).startsWith('web_search')));

function searchResults(): Body[] {
  const id = newId('srvtoolu');
  const found = {
    type: 'web_search_result',
    title: 'Adding',
    url: 'https://example.com/adding',
    page_age: null,
  };
  return [
    { type: 'server_tool_use', id, name: 'web_search', input: { query: 'how to add' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: id,
      content: [{ ...found, encrypted_content: 'ZmFrZQ==' }],
    },
    { type: 'text', text: 'A sum of two numbers is a + b.' },
  ];
}
