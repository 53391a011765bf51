import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { type OnDemand, onDemand } from './on-demand.ts';
import { openReaders, type ReaderThreads } from './readers.ts';
import { developerSentences } from './testing/sentences.ts';
import type { ReaderThreadAnswer, ReaderThreadJob } from './worker.ts';

const WEIGHTS = fileURLToPath(new URL('./models/squirrel-s3.int8.safetensors', import.meta.url));
const opened: ReaderThreads[] = [];
afterEach(() => Promise.all(opened.splice(0).map((readers) => readers.stop())));

/** Real threads, and the texts that each of them was given to read. */
function open(cores: number) {
  const given: string[][] = [[], []];
  const threads = given.map((its): OnDemand<ReaderThreadJob, ReaderThreadAnswer> => {
    const thread = onDemand<ReaderThreadJob, ReaderThreadAnswer>({
      program: new URL('./worker.ts', import.meta.url),
      data: () => WEIGHTS,
      idleMs: 60_000,
    });
    return {
      get running() {
        return thread.running;
      },
      stop: () => thread.stop(),
      ask(job, urgent) {
        if ('question' in job) its.push(...job.texts);
        return thread.ask(job, urgent);
      },
    };
  });
  const readers = openReaders(threads[0]!, threads[1]!, cores);
  opened.push(readers);
  let isFirst = true;
  const match = (question: string, texts: readonly string[], before: string[] = []) => {
    for (const its of given) its.length = 0;
    const asked = { question, isFirst };
    isFirst = false;
    return readers.match(asked, texts, before);
  };
  return { match, given, threads };
}

const QUESTION = 'Where are the tests of the parser?';
const TEXTS = developerSentences(30);
const BEFORE = TEXTS.map((_, i) => (i % 3 === 0 ? '' : TEXTS[(i * 7) % 30]!));

test('two threads find what one finds, each reads the same half every time', async () => {
  const { match, given } = open(2);
  const alone = await match(QUESTION, TEXTS, BEFORE);
  expect(given[0]).toEqual(TEXTS);
  await expect
    .poll(async () => {
      expect(await match(QUESTION, TEXTS, BEFORE)).toEqual(alone);
      return given[1]!.length;
    })
    .toBeGreaterThan(0);
  const [first, second] = given.map((its) => [...its]);
  expect([...first!, ...second!].sort()).toEqual([...TEXTS].sort());
  expect(first!.length).toBeGreaterThan(0);
  expect(await match(QUESTION, TEXTS.toReversed(), BEFORE.toReversed())).toEqual(alone.toReversed());
  expect(given.map((its) => its.toReversed())).toEqual([first, second]);
});

test('who asks only once, or has one core, has one thread', async () => {
  const many = open(2);
  await many.match(QUESTION, TEXTS.slice(0, 2));
  expect(many.threads[1]!.running).toBe(false);
  const single = open(1);
  for (let i = 0; i < 3; i++) await single.match(QUESTION, TEXTS.slice(0, 2));
  expect(single.threads[1]!.running).toBe(false);
});

test('a second thread that was stopped is started again', async () => {
  const { match, given, threads } = open(2);
  const alone = await match(QUESTION, TEXTS);
  const helped = () =>
    expect
      .poll(async () => {
        expect(await match(QUESTION, TEXTS)).toEqual(alone);
        return given[1]!.length;
      })
      .toBeGreaterThan(0);
  await helped();
  await threads[1]!.stop();
  expect(await match(QUESTION, TEXTS)).toEqual(alone);
  expect(given[1]).toEqual([]);
  await helped();
});
