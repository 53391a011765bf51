import { expect, onTestFinished, test } from 'vitest';
import { type FakeLlm, startFakeLlm } from './fake-llm.ts';
import { mark, type Plays } from './play.ts';

const plays: Plays = {
  fix: [
    { text: 'Looking.', calls: [{ name: 'look', tool: 'read', input: { path: 'a.js' } }] },
    { text: 'Mended.' },
  ],
};
const prompt = `Mend it. ${mark('fix')}`;

/** How each dialect asks with a tool at hand, and how the model's first answer comes back with the tool's result. */
const dialects = [
  {
    path: '/v1/messages',
    asked: { tools: [{ name: 'look' }], messages: [{ role: 'user', content: prompt }] },
    answered: [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_1', content: prompt }] },
    ],
    list: 'messages',
  },
  {
    path: '/v1/responses',
    asked: { input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: prompt }] }] },
    answered: [
      { type: 'function_call', call_id: 'call_0f_0', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_0f_0', output: 'a' },
    ],
    list: 'input',
  },
  {
    path: '/v1/chat/completions',
    asked: { tools: [{ type: 'function' }], messages: [{ role: 'user', content: prompt }] },
    answered: [
      { role: 'assistant', content: null, tool_calls: [] },
      { role: 'tool', tool_call_id: 'call_1', content: 'a' },
    ],
    list: 'messages',
  },
  {
    path: '/v1beta/models/m:generateContent',
    asked: {
      tools: [{ functionDeclarations: [{}] }],
      contents: [{ role: 'user', parts: [{ text: prompt }] }],
    },
    answered: [
      { role: 'model', parts: [{ functionCall: { name: 'look', args: {} } }] },
      { role: 'user', parts: [{ functionResponse: { name: 'look', response: {} } }] },
    ],
    list: 'contents',
  },
];

test.each(dialects)('$path plays its part step by step', async ({ path, asked, answered, list }) => {
  const llm = await start();

  const first = await ask(llm, path, asked);
  expect(first).toContain('Looking.');
  expect(first).toContain('look');

  const said = (asked as Record<string, unknown>)[list] as object[];
  expect(await ask(llm, path, { ...asked, [list]: [...said, ...answered] })).toContain('Mended.');
  expect(llm.given.map(({ play, at }) => `${play} ${at}`)).toEqual(['fix 0', 'fix 1']);
});

test('a request for a title takes no step of the play', async () => {
  const llm = await start();

  await ask(llm, '/v1/messages', { messages: [{ role: 'user', content: prompt }] });

  expect(llm.given).toEqual([]);
  expect(llm.requests).toHaveLength(1);
});

test('a past prompt that Squirrel quotes starts no play', async () => {
  const llm = await start();
  const quoted = `${prompt}\n## Settled in past sessions\n- 2026-11-18 [said:573aa759]\n  - "Do it. ${mark('other')}"`;

  await ask(llm, '/v1/messages', {
    tools: [{ name: 'look' }],
    messages: [{ role: 'user', content: quoted }],
  });

  expect(llm.given.map(({ play }) => play)).toEqual(['fix']);
});

test('a stream carries the same answer as a plain reply', async () => {
  const llm = await start();

  for (const { path, asked } of dialects) {
    const streamed = path.replace('generateContent', 'streamGenerateContent');
    const events = await ask(llm, streamed, { ...asked, stream: true });
    expect(events).toMatch(/^(?:event|data): /);
    expect(events).toContain('Looking.');
  }
});

async function start(): Promise<FakeLlm> {
  const llm = await startFakeLlm(() => plays);
  onTestFinished(() => llm.close());
  return llm;
}

async function ask(llm: FakeLlm, path: string, body: object): Promise<string> {
  const response = await fetch(llm.url + path, { method: 'POST', body: JSON.stringify(body) });
  expect(response.status).toBe(200);
  return response.text();
}
