import { mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { OnProgress } from '@sqrl/base/messages.ts';
import { Problem } from '@sqrl/base/problem.ts';
import type { VerbClient } from '@sqrl/squirrel/protocol/client.ts';
import { describe, expect, test, vi } from 'vitest';
import { open, temporaryFolder } from './support/home.ts';
import { meet, textOf } from './support/mcp.ts';

const recall = { name: 'recall', arguments: { question: 'when do we deploy' } };

describe('while the memory starts', () => {
  test('the client is answered at once, and the first question waits', async () => {
    const { client } = open();
    const ready = Promise.withResolvers<VerbClient>();
    const { agent } = await meet(() => ready.promise);
    expect(agent.getServerVersion()).toMatchObject({ name: 'squirrel', version: '1.2.3' });
    expect((await agent.listTools()).tools).toHaveLength(8);
    const asked = agent.callTool(recall);
    ready.resolve({ ...client, close: async () => {} });
    expect(textOf(await asked)).toBe('No matching memories.');
  });

  test('a question waits only so long, and is told so', async () => {
    const { client } = open();
    const ready = Promise.withResolvers<VerbClient>();
    const opening = vi.fn(() => ready.promise);
    const { agent } = await meet(opening, { patience: { opening: 100 } });
    const late = await agent.callTool(recall);
    expect(late.isError).toBe(true);
    expect(textOf(late)).toBe('The memory is still starting.\nContinue without it and retry in 30 seconds.');
    ready.resolve({ ...client, close: async () => {} });
    expect((await agent.callTool(recall)).isError).toBeFalsy();
    expect(opening).toHaveBeenCalledTimes(1);
  });

  test('it is opened before anybody asks', async () => {
    const opening = vi.fn(async () => ({ ...open().client, close: async () => {} }));
    await meet(opening);
    await vi.waitFor(() => expect(opening).toHaveBeenCalledTimes(1), 600_000);
  });
});

describe('when something is wrong', () => {
  test('a memory that cannot be opened is told, and opened when it can be', async () => {
    let broken = true;
    const { client } = open();
    const { agent } = await meet(async () => {
      if (broken) throw new Problem('The disk is full.', 'Make room.', 'store');
      return { ...client, close: async () => {} };
    });
    const result = await agent.callTool(recall);
    expect(result).toMatchObject({ isError: true, content: [{ text: 'The disk is full.\nMake room.' }] });
    broken = false;
    expect((await agent.callTool(recall)).isError).toBeFalsy();
  });

  test('a mistake of ours is an answer too, and stands in the log', async () => {
    const { agent, logged } = await meet(
      answering(async () => Promise.reject(new TypeError('x is not a y'))),
    );
    const result = await agent.callTool(recall);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('x is not a y');
    expect(logged.join('\n')).toContain('TypeError');
    expect((await agent.listTools()).tools).toHaveLength(8);
  });

  test.each([
    ['nothing', {}, 'question'],
    ['a number', { question: 7 }, 'expected string'],
    ['no list', { question: 'x', files: 'a.ts' }, 'expected array'],
    ['misspelt', { question: 'x', qeustion: 'y' }, 'Unrecognized key: "qeustion"'],
    ['nowhere', { question: 'x', project: '/nowhere/at/all' }, 'Folder /nowhere/at/all does not exist.'],
    ['endless', { question: 'x'.repeat(20_000) }, 'Too big'],
  ])('arguments that cannot be meant are told: %s', async (_, given, said) => {
    const { agent } = await meet(open().client);
    const result = await agent.callTool({ name: 'recall', arguments: given });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(said);
  });

  test('a tool that is not there is refused', async () => {
    const { agent } = await meet(open().client);
    await expect(agent.callTool({ name: 'memory_get', arguments: {} })).rejects.toThrow('memory_get');
  });

  test('an answer that takes too long is given up, and the work goes on', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const { agent } = await meet(
      answering(() => promise),
      { patience: { answering: 100 } },
    );
    const result = await agent.callTool(recall);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('continues in the background');
    resolve({});
  });
});

describe('a call that nobody waits for any more', () => {
  test('is ended where it is worked at', async () => {
    const seen = Promise.withResolvers<AbortSignal>();
    const { agent } = await meet(
      answering((_, signal) => {
        seen.resolve(signal!);
        return new Promise(() => {});
      }),
    );
    const stop = new AbortController();
    const asked = agent.callTool(recall, { signal: stop.signal });
    const signal = await seen.promise;
    expect(signal.aborted).toBe(false);
    stop.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => signal.aborted).toBe(true);
    expect((await agent.listTools()).tools).toHaveLength(8);
  });

  test('tells how far it is to a client that wants to know', async () => {
    const { agent } = await meet(
      answering(async (onProgress) => {
        onProgress?.(1, 10, 'reading files');
        return { lines: [], text: 'done', notices: [] };
      }),
    );
    const told: unknown[] = [];
    await agent.callTool(recall, { onprogress: (progress) => told.push(progress) });
    await expect.poll(() => told).toMatchObject([{ progress: 1, message: 'reading files (1 of 10)' }]);
  });
});

describe('the project', () => {
  const folders = () => {
    const root = realpathSync(temporaryFolder());
    for (const name of ['shop', 'shop/src', 'other']) mkdirSync(join(root, name));
    return { root, shop: join(root, 'shop'), other: join(root, 'other') };
  };
  const opened = async (circumstances: Parameters<typeof meet>[1], given: object = {}) => {
    const places: string[] = [];
    const { client } = open();
    const { agent } = await meet(async (folder) => {
      places.push(folder);
      return { ...client, close: async () => {} };
    }, circumstances);
    const result = await agent.callTool({ name: 'recall', arguments: { ...recall.arguments, ...given } });
    expect(result.isError, textOf(result)).toBeFalsy();
    return { agent, places };
  };

  test('is where it was started, without roots', async () => {
    const { shop } = folders();
    expect((await opened({ cwd: shop })).places).toEqual([shop]);
  });

  test('is the client’s root', async () => {
    const { shop, root } = folders();
    expect((await opened({ cwd: '/', roots: () => [join(root, 'gone'), shop] })).places).toEqual([shop]);
  });

  test('is of several roots the one it was started in', async () => {
    const { shop, other } = folders();
    const { places } = await opened({ cwd: join(shop, 'src'), roots: () => [other, shop] });
    expect(places).toEqual([shop]);
  });

  test('is another once the roots have changed', async () => {
    const { shop, other } = folders();
    let roots = [shop];
    const { agent, places } = await opened({ roots: () => roots });
    roots = [other];
    await agent.sendRootsListChanged();
    await expect.poll(() => agent.callTool(recall).then(() => places)).toEqual([shop, other]);
  });

  test('is what a call names among the roots, by path, by URI, or from the root', async () => {
    const { shop, other } = folders();
    for (const project of [other, `file://${other}`, '../other'])
      expect((await opened({ roots: () => [shop, other] }, { project })).places).toContain(other);
  });

  test('is what a call names in the same repository', async () => {
    const { shop } = folders();
    mkdirSync(join(shop, '.git'));
    for (const [cwd, project] of [
      [shop, 'src'],
      [join(shop, 'src'), '..'],
    ] as const)
      expect((await opened({ cwd }, { project })).places).toContain(join(cwd, project));
  });

  test('is never one that the client does not work in', async () => {
    const { shop, other, root } = folders();
    const nested = join(shop, 'clone');
    for (const folder of [shop, nested]) mkdirSync(join(folder, '.git'), { recursive: true });
    symlinkSync(other, join(shop, 'link'));
    const asked: [Parameters<typeof meet>[1], string][] = [
      [{ roots: () => [shop] }, other],
      [{ roots: () => [shop] }, `file://${other}`],
      [{ roots: () => [shop] }, '../other'],
      [{ roots: () => [shop] }, 'link'],
      [{ roots: () => [shop] }, 'clone'],
      [{ roots: () => [shop] }, '..'],
      [{ cwd: root }, 'other'],
      [{ cwd: '/' }, other],
      [{ project: shop, roots: () => [other] }, other],
    ];
    for (const [circumstances, project] of asked) {
      const places: string[] = [];
      const { client } = open();
      const { agent } = await meet(
        async (folder) => {
          places.push(folder);
          return { ...client, close: async () => {} };
        },
        { all: true, ...circumstances },
      );
      for (const [name, given] of [
        ['recall', { question: 'x', project }],
        ['remember', { text: 'The cart is kept in Redis', project }],
        ['memory_get', { id: 'x', project }],
      ] as const) {
        const result = await agent.callTool({ name, arguments: given });
        expect(result.isError, `${name} ${project}`).toBe(true);
        expect(textOf(result)).toContain('belongs to another project');
      }
      expect(places).not.toContain(realpathSync(other));
      expect(places).not.toContain(nested);
    }
  });

  test('is what it was told at its start, whatever a client has for roots', async () => {
    const { shop, other } = folders();
    expect((await opened({ project: shop, roots: () => [other] })).places).toEqual([shop]);
  });

  test('is found by a client of the newest protocol, which is asked once', async () => {
    const { shop } = folders();
    const told = vi.fn(() => [shop]);
    const { agent, places } = await opened({
      cwd: '/',
      roots: told,
      client: { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    });
    await agent.callTool(recall);
    expect(places).toEqual([shop]);
    expect(told).toHaveBeenCalledTimes(1);
  });
});

describe('what can be read and begun', () => {
  test('are the views and each memory by its id', async () => {
    const { client } = open();
    const { id } = await client.call('remember', { text: 'Prefer early returns', type: 'preference' });
    const { agent } = await meet(client);
    const { resources } = await agent.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'sqrl://views/project_brief',
      'sqrl://views/user_style',
      'sqrl://views/pitfalls',
    ]);
    for (const { uri, mimeType } of resources)
      expect((await agent.readResource({ uri })).contents).toMatchObject([
        { uri, mimeType, text: expect.stringMatching(/^(#|No memories yet)/) },
      ]);
    const { resourceTemplates } = await agent.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'sqrl://memories/{id}' }]);
    const [memory] = (await agent.readResource({ uri: `sqrl://memories/${id}` })).contents;
    expect(JSON.parse((memory as { text: string }).text)).toMatchObject({ id, text: 'Prefer early returns' });
    await expect(agent.readResource({ uri: 'sqrl://memories/zzzzzzzz' })).rejects.toThrow(
      'No memory has the id',
    );
    await expect(agent.readResource({ uri: 'sqrl://views/nothing' })).rejects.toThrow('not found');
  });

  test('are a brief and a review, which a person decides', async () => {
    const { client } = open();
    await client.call('remember', { text: 'Money is kept as integer cents', type: 'decision' });
    const { agent } = await meet(client);
    const { prompts } = await agent.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['brief', 'review']);
    const brief = await agent.getPrompt({ name: 'brief', arguments: { task: 'Add a price in cents' } });
    expect(JSON.stringify(brief.messages)).toContain('integer cents');
    expect(JSON.stringify(await agent.getPrompt({ name: 'review' }))).toContain('No memory waits');
    const { id } = await client.call('remember', { text: 'Prices are floats', needsReview: true });
    const review = JSON.stringify(await agent.getPrompt({ name: 'review', arguments: { limit: '5' } }));
    for (const part of [id, 'Prices are floats', 'sqrl review --confirm ID', 'Do not decide yourself'])
      expect(review).toContain(part);
  });
});

test('at its end it closes every memory it opened', async () => {
  const close = vi.fn(async () => {});
  const { client } = open();
  const stop = new AbortController();
  const [first, folder] = [temporaryFolder(), temporaryFolder()];
  const { agent, ended } = await meet(async () => ({ ...client, close }), {
    signal: stop.signal,
    roots: () => [first, folder],
  });
  await agent.callTool(recall);
  await agent.callTool({ name: 'recall', arguments: { question: 'x', project: folder } });
  stop.abort();
  await ended;
  expect(close).toHaveBeenCalledTimes(2);
});

test('at its end it does not wait for a memory that never opens', async () => {
  const stop = new AbortController();
  const { agent, ended } = await meet(() => new Promise(() => {}), {
    signal: stop.signal,
    patience: { opening: 50, closing: 50 },
  });
  expect((await agent.callTool(recall)).isError).toBe(true);
  stop.abort();
  await ended;
});

/** A memory that answers as a test wants it to. */
const answering =
  (answer: (onProgress: OnProgress | undefined, signal: AbortSignal | undefined) => Promise<unknown>) =>
  async (): Promise<VerbClient> => ({
    notices: [],
    call: (async (_verb, _input, options) =>
      answer(options?.onProgress, options?.signal)) as VerbClient['call'],
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  });
