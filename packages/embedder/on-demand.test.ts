import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { EmbedderDown } from './embedder.ts';
import { type OnDemand, onDemand } from './on-demand.ts';

const folder = mkdtempSync(join(tmpdir(), 'sqrl-thread-'));
afterAll(() => rmSync(folder, { recursive: true }));

// Answers with the job, its own number and the order; dies or dawdles when told to.
const program = join(folder, 'program.mjs');
writeFileSync(
  program,
  `import { parentPort, threadId, workerData } from 'node:worker_threads';
   if (workerData === 'broken') throw new Error('no weights here');
   let answered = 0;
   parentPort.on('message', (job) => {
     if (job === 'exit') process.exit(3);
     if (job === 'throw') throw new Error('out of luck');
     if (job === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
     parentPort.postMessage({ job, threadId, place: answered++ });
   });`,
);

interface Echo {
  job: string;
  threadId: number;
  place: number;
}

function open(more: { idleMs?: number; data?: () => unknown } = {}) {
  const thread: OnDemand<string, Echo> = onDemand({
    program: pathToFileURL(program),
    data: () => 'fine',
    idleMs: 60_000,
    ...more,
  });
  return Object.assign(thread, { [Symbol.asyncDispose]: () => thread.stop() });
}

test('the thread starts with the first job and serves all that follow', async () => {
  await using thread = open();
  expect(thread.running).toBe(false);
  const [a, b] = await Promise.all([thread.ask('a'), thread.ask('b')]);
  const c = await thread.ask('c');
  expect([a.job, b.job, c.job]).toEqual(['a', 'b', 'c']);
  expect(new Set([a.threadId, b.threadId, c.threadId]).size).toBe(1);
  expect(thread.running).toBe(true);
});

test('it stops after it has been idle, and starts again when it is needed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await using thread = open({ idleMs: 100 });
  const first = await thread.ask('a');
  vi.advanceTimersByTime(50);
  await thread.ask('b');
  vi.advanceTimersByTime(60);
  expect(thread.running, 'the second job began a new wait').toBe(true);
  vi.advanceTimersByTime(40);
  expect(thread.running).toBe(false);
  expect((await thread.ask('c')).threadId).not.toBe(first.threadId);
});

test('idleness does not count while a job is at work', async () => {
  await using thread = open({ idleMs: 20 });
  expect((await thread.ask('slow')).job).toBe('slow');
});

test('an urgent job goes before those that wait', async () => {
  await using thread = open();
  const slow = thread.ask('slow');
  const patient = [thread.ask('a'), thread.ask('b')];
  const urgent = await thread.ask('question', true);
  expect(urgent.place).toBe((await slow).place + 1);
  expect((await Promise.all(patient)).map(({ place }) => place)).toEqual([2, 3]);
});

test.each(['exit', 'throw'])(
  'when it dies (%s), all that waits fails, and the next job finds a fresh one',
  async (how) => {
    await using thread = open();
    await thread.ask('a');
    const waiting = await Promise.allSettled([thread.ask(how), thread.ask('b'), thread.ask('c', true)]);
    for (const { status, reason } of waiting as PromiseRejectedResult[]) {
      expect(status).toBe('rejected');
      expect(reason).toBeInstanceOf(EmbedderDown);
    }
    expect((await thread.ask('d')).place).toBe(0);
  },
);

test('one that cannot even load says why, and works once the cause is gone', async () => {
  let data = 'broken';
  await using thread = open({ data: () => data });
  await expect(thread.ask('a')).rejects.toThrow('no weights here');
  data = 'fine';
  expect((await thread.ask('a')).job).toBe('a');
});

test('stopping fails what waits and ends the thread', async () => {
  const thread = open();
  await thread.ask('a');
  const waiting = expect(thread.ask('slow')).rejects.toThrow(EmbedderDown);
  await thread.stop();
  await waiting;
  expect(thread.running).toBe(false);
  await thread.stop();
});
