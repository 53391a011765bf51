import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Problem } from './problem.ts';
import { folder } from './testing/folder.ts';
import { startThread } from './thread.ts';

interface EchoProtocol {
  order: string;
  news: string;
  message: string;
  result: string;
}

const PROGRAM = `
  const { serveThread } = await import(${JSON.stringify(new URL('./thread.ts', import.meta.url).href)});
  const { Problem } = await import(${JSON.stringify(new URL('./problem.ts', import.meta.url).href)});
  await serveThread(async ({ order, tell, onMessage, isStopped, signal }) => {
    if (order === 'problem') throw new Problem('No such shop.', 'Run \`sqrl shops\`.', 'not_found');
    if (order === 'throw') throw new TypeError('a mistake');
    if (order === 'exit') process.exit(3);
    if (order === 'answer') {
      const { promise, resolve } = Promise.withResolvers();
      onMessage(resolve);
      tell('asks');
      return 'got ' + (await promise);
    }
    if (order === 'wait') {
      tell('waits');
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return 'stopped';
    }
    if (order === 'compute' || order === 'hang') tell('computes');
    while (order === 'compute' && !isStopped());
    while (order === 'hang');
    if (order === 'count') return String((globalThis.orders = (globalThis.orders ?? 0) + 1));
    return [order, Object.keys(process.env), process.execArgv.length].join(' ');
  });`;

function start(order: string, options: { signal?: AbortSignal; stopTimeoutMs?: number } = {}) {
  const files = folder();
  files.write('program.mjs', PROGRAM);
  const news: string[] = [];
  const first = Promise.withResolvers<void>();
  const onNews = (said: string) => {
    news.push(said);
    first.resolve();
    if (said === 'asks') thread.send('an answer');
  };
  const program = pathToFileURL(`${files.path}/program.mjs`);
  const thread = startThread<EchoProtocol>(program, { order, onNews, ...options });
  const remove = () => files[Symbol.dispose]();
  thread.result.then(remove, remove);
  return { ...thread, news, first: first.promise };
}

test('a thread returns its result, and inherits neither environment nor flags, only where compiled programs are', async () => {
  expect(await start('plain').result).toBe('plain NODE_COMPILE_CACHE 0');
});

test('a message answers the news of a thread', async () => {
  const { result, news } = start('answer');
  expect(await result).toBe('got an answer');
  expect(news).toEqual(['asks']);
});

test('a Problem arrives as one, with its hint and code', async () => {
  const error = await start('problem').result.catch((each) => each);
  expect(error).toBeInstanceOf(Problem);
  expect(error).toMatchObject({ message: 'No such shop.', hint: 'Run `sqrl shops`.', code: 'not_found' });
});

test('another error rejects, and so does an exit without a result', async () => {
  await expect(start('throw').result).rejects.toThrow('a mistake');
  await expect(start('exit').result).rejects.toThrow(/program\.mjs exited with status 3 without a result/);
});

test.each(['wait', 'compute'])('the signal stops a thread that is at "%s"', async (order) => {
  const abort = new AbortController();
  const { result, first } = start(order, { signal: abort.signal });
  await first;
  abort.abort();
  expect(await result).toMatch(/^(stopped|compute)/);
});

test('a signal that is aborted already stops the thread, too', async () => {
  expect(await start('compute', { signal: AbortSignal.abort() }).result).toMatch(/^compute/);
});

test('a thread that does not stop in time is terminated', async () => {
  const abort = new AbortController();
  const { result, first } = start('hang', { signal: abort.signal, stopTimeoutMs: 10 });
  await first;
  abort.abort();
  await expect(result).rejects.toThrow('without a result');
});

test('news that cannot be handled end the thread with their error', async () => {
  const files = folder();
  files.write('program.mjs', PROGRAM);
  const thread = startThread<EchoProtocol>(pathToFileURL(`${files.path}/program.mjs`), {
    order: 'wait',
    onNews: async () => {
      await sleep(1);
      throw new Error('The disk is full.');
    },
  });
  await expect(thread.result).rejects.toThrow('The disk is full.');
  files[Symbol.dispose]();
});

test('a thread that lingers works for the next starter too, and another one for who comes meanwhile', async () => {
  using files = folder();
  files.write('program.mjs', PROGRAM);
  const program = pathToFileURL(`${files.path}/program.mjs`);
  const run = (order: string, options: { signal?: AbortSignal; lingerMs?: number } = { lingerMs: 60_000 }) =>
    startThread<EchoProtocol>(program, { order, ...options });
  expect(await run('count').result).toBe('1');
  expect(await run('count').result).toBe('2');
  // What stopped one order does not stop the next.
  expect(await run('wait', { signal: AbortSignal.abort(), lingerMs: 60_000 }).result).toBe('stopped');
  expect(await Promise.all([run('count').result, run('count').result])).toEqual(['3', '1']);
  await expect(run('problem').result).rejects.toThrow('No such shop.');
  expect(Number(await run('count').result)).toBeGreaterThan(1);
  // A mistake ends the thread, and so does who wants none to linger.
  await expect(run('throw').result).rejects.toThrow('a mistake');
  expect(await run('count', {}).result).toBe('1');
  expect(await run('count', { lingerMs: 1 }).result).toBe('1');
  await vi.waitFor(async () => expect(await run('count', { lingerMs: 1 }).result).toBe('1'), 600_000);
});

test('a thread lingers from the end of its last work on', async () => {
  using files = folder();
  files.write('program.mjs', PROGRAM);
  const program = pathToFileURL(`${files.path}/program.mjs`);
  const count = () => startThread<EchoProtocol>(program, { order: 'count', lingerMs: 1000 }).result;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const times of ['1', '2', '3']) {
    expect(await count()).toBe(times);
    vi.advanceTimersByTime(600);
  }
  vi.advanceTimersByTime(600);
  expect(await count()).toBe('1');
});

test('what comes late for work that is done reaches no later work of its thread', async () => {
  using files = folder();
  files.write('program.mjs', PROGRAM);
  const program = pathToFileURL(`${files.path}/program.mjs`);
  const late = Promise.withResolvers<void>();
  const before = startThread<EchoProtocol>(program, {
    order: 'compute',
    signal: AbortSignal.abort(),
    lingerMs: 60_000,
    onNews: () => late.promise,
  });
  await before.result;
  const asks = Promise.withResolvers<void>();
  const next = startThread<EchoProtocol>(program, { order: 'answer', onNews: () => asks.resolve() });
  await asks.promise;
  before.send('of the work before');
  before.terminate();
  late.reject(new Error('The disk is full.'));
  await late.promise.catch(() => {});
  next.send('its own');
  expect(await next.result).toBe('got its own');
});
