import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { llmFor } from './provider.ts';
import { config } from './testing/config.ts';
import { type Reply, service } from './testing/server.ts';

const schema = z.object({ ops: z.array(z.unknown()) });
const asking = { purpose: 'test', system: 'Be brief.', prompt: 'What is it?', maxTokens: 50, schema };

const each = ['anthropic', 'openai', 'ollama'] as const;

async function ask(reply: Reply | ((nth: number) => Reply), given: Parameters<typeof config>[0] = {}) {
  await using there = await service((_, nth) => (typeof reply === 'function' ? reply(nth) : reply));
  const answer = await llmFor(config({ url: there.url, ...given })).ask(asking);
  return { answer, heard: there.heard };
}

test.each(each)('%s is asked in its own protocol and its answer counted', async (provider) => {
  const { answer, heard } = await ask({ says: '{"ops": []}', tokens: [321, 12] }, { provider });
  expect(answer).toEqual({
    did: 'answered',
    text: '{"ops": []}',
    value: { ops: [] },
    used: { input: 321, output: 12 },
  });
  const [one] = heard;
  expect(one).toMatchObject({
    path: provider === 'anthropic' ? '/v1/messages' : '/v1/chat/completions',
    system: 'Be brief.',
    prompt: 'What is it?',
  });
  expect(one!.body).toMatchObject({ model: 'claude-test', max_tokens: 50 });
  expect(one!.body.stream).not.toBe(true);
  const { authorization, 'x-api-key': key } = one!.headers;
  expect(provider === 'anthropic' ? key : authorization).toContain('sk-test-0123456789');
});

test('JSON is found in a fence and between prose; half of it is not taken for an answer', async () => {
  const inFence = await ask({ says: 'Here you are:\n```json\n{"ops": [1]}\n```\nAnything else?' });
  expect(inFence.answer).toMatchObject({ did: 'answered', value: { ops: [1] } });
  const inProse = await ask({ says: 'I looked {closely} and found {"ops": ["}"]} in it.' });
  expect(inProse.answer).toMatchObject({ did: 'answered', value: { ops: ['}'] } });
  const half = await ask({ says: '{"ops": [{"text": "never fin', stop: 'length' });
  expect(half.answer).toMatchObject({ did: 'failed', because: 'too long', used: { input: 100, output: 20 } });
});

test.each([
  ['bad JSON', { says: '{"ops": [' }, 'malformed'],
  ['another shape', { says: '{"memories": []}' }, 'malformed'],
  ['prose alone', { says: 'Nothing worth keeping.' }, 'malformed'],
  ['a refusal', { says: '', stop: 'refusal' }, 'refused'],
  ['a wrong key', { status: 401, text: '{"error":{"message":"sk-test-0123456789 is wrong"}}' }, 'key'],
  [
    'a wrong request',
    { status: 400, text: '{"type":"error","error":{"type":"x","message":"no such model"}}' },
    'rejected',
  ],
  ['a service in trouble', { status: 500, text: 'oops' }, 'down'],
  ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:9/' } }, 'rejected'],
  ['something else than its protocol', { status: 200, text: '<html>hello</html>' }, 'malformed'],
  ['a cut line', 'cut', 'down'],
] as const satisfies [string, Reply, string][])('%s is reported, not thrown', async (_, reply, because) => {
  for (const provider of ['anthropic', 'openai'] as const) {
    const { answer } = await ask(reply, { provider });
    expect(answer, provider).toMatchObject({ did: 'failed', because });
    expect(JSON.stringify(answer)).not.toContain('sk-test-0123456789');
  }
});

test('a busy service is asked once more after the time it names, and no more than that', async () => {
  const busy: Reply = { status: 429, headers: { 'retry-after': '0' }, text: '{}' };
  const soon = await ask((nth) => (nth === 1 ? busy : { says: '{"ops": []}' }));
  expect(soon.answer.did).toBe('answered');
  expect(soon.heard).toHaveLength(2);
  const never = await ask(busy);
  expect([never.answer, never.heard.length]).toMatchObject([{ did: 'failed', because: 'busy' }, 2]);
  const later = await ask({ status: 429, headers: { 'retry-after': '3600' }, text: '{}' });
  expect([later.answer, later.heard.length]).toMatchObject([{ did: 'failed', because: 'busy' }, 1]);
});

test('a service that times out is counted as if it had answered', async () => {
  const { answer } = await ask('silence', { timeoutMs: 150 });
  expect(answer).toMatchObject({ did: 'failed', because: 'slow' });
  expect(answer.used.input + answer.used.output).toBeGreaterThan(0);
});

test('an endless answer is cut off', async () => {
  const { answer } = await ask({ says: 'x'.repeat(3_000_000) });
  expect(answer).toMatchObject({ did: 'failed', because: 'too long' });
});

test('without a key nothing is sent', async () => {
  const { answer, heard } = await ask({ says: '{}' }, { apiKey: ' ' });
  expect(answer).toMatchObject({ did: 'failed', because: 'key' });
  expect((answer as { message: string }).message).toContain('ANTHROPIC_API_KEY');
  expect(heard).toEqual([]);
});

test('a service of one’s own needs no key unless one is named', async () => {
  const own = await ask(
    { says: '{"ops": []}' },
    { provider: 'openai', apiKey: undefined, apiKeyEnv: undefined },
  );
  expect(own.answer.did).toBe('answered');
  expect(own.heard[0]!.headers.authorization).toBeUndefined();
});

test('the SDK is loaded only when a model is called', () => {
  const users = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      /from '(?:ai|@ai-sdk\/[^']+)'/.test(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
  );
  expect(users.filter((file) => !file.endsWith('.test.ts'))).toEqual(['sdk.ts']);
  expect(readFileSync(`${import.meta.dirname}/provider.ts`, 'utf8')).toContain("await import('./sdk.ts')");
});
