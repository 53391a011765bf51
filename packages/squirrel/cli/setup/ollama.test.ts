import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { CommandRun } from '../task.ts';
import { findOllama, ollamaNote } from './ollama.ts';

/** A server that lists models as Ollama does; gives its address. */
async function ollama(models: unknown): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/api/tags' ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ models }));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const find = (OLLAMA_HOST: string) =>
  findOllama({ world: { env: { OLLAMA_HOST } } } as unknown as CommandRun);

test('an Ollama of this machine is offered if it has an embedding model that is known', async () => {
  // A busy machine may take longer than a person waits for it.
  const limits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
  onTestFinished(() => limits.mockRestore());
  const host = await ollama([{ name: 'llama3.2:latest' }, { name: 'qwen3-embedding:0.6b' }]);
  const found = await find(host);
  expect(found).toEqual({ url: `http://${host}`, model: 'qwen3-embedding:0.6b' });
  expect(ollamaNote(found!)).toContain(
    `\`sqrl config set embedder.url http://${host} && sqrl config set embedder.provider ollama\``,
  );
  expect(await find(`http://${host}/`)).toEqual(found);
});

test.each([
  ['no embedding model', () => ollama([{ name: 'llama3.2:latest' }])],
  ['an answer of something else', () => ollama('no')],
  ['a name that is not one', () => ollama([{ name: 'qwen3-embedding:4b; rm -rf /' }, null])],
  ['nothing that answers', async () => '127.0.0.1:1'],
  ['another machine, which is not asked', async () => 'ollama.example.com:11434'],
])('with %s the bundled model stays', async (_, host) => {
  expect(await find(await host())).toBeUndefined();
});
