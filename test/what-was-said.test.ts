import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whatWasSaid } from '@sqrl/squirrel/recall/passages/said.ts';
import { embedPassages } from '@sqrl/squirrel/workspace/embed-passages.ts';
import { expect, test } from 'vitest';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { open, temporaryFolder } from './support/home.ts';
import { letterEmbedder } from './support/letters.ts';

const PROJECT = '/projects/shop';
const BEGAN = Date.UTC(2026, 9, 1);
const DAY = 86_400_000;

/** An engine that has read these sessions, one a day. Its reranker finds only what names the question's first word relevant. */
async function engineWith(sessions: readonly Turn[][]) {
  const { client, engine } = open({
    project: PROJECT,
    embedder: letterEmbedder(),
    now: () => BEGAN + 100 * DAY,
  });
  const folder = temporaryFolder();
  const paths = sessions.map((turns, i) => {
    const session = `0000000${i}-0000-4000-8000-000000000000`;
    const path = join(folder, `${session}.jsonl`);
    writeFileSync(path, claudeLog({ session, cwd: PROJECT, startedAt: BEGAN + i * DAY, turns }));
    return path;
  });
  await client.call('ingest', { paths });
  await embedPassages(engine);
  const rerank = async (question: string, texts: readonly string[]) =>
    texts.map((text) => (text.includes(question.split(' ')[0]!) ? 0.9 : 0.1));
  return { ...engine, reranker: { id: 'named', rerank } };
}

test('a step that an agent announces answers nothing, and explains nothing beside an answer', async () => {
  const engine = await engineWith([
    [
      { say: 'Which parser reads the flags?' },
      { reply: 'Let me check the flags parser:' },
      { reply: 'Now let me look at its flags.' },
      { reply: 'The flags are read by flagkit, in the command line module.' },
      { reply: 'Let me run the tests of the flags:' },
      { say: 'Good, keep it.' },
    ],
  ]);
  const answers = await whatWasSaid(engine, { question: 'flags parser', limit: 5 });
  expect(answers.map(({ passage }) => passage.text)).toEqual([
    'Which parser reads the flags?',
    'The flags are read by flagkit, in the command line module.',
  ]);
  // The answer is no newer word on what the question says.
  expect(answers.map(({ earlier }) => earlier)).toEqual([false, false]);
  expect(answers[1]).toMatchObject({
    before: [{ text: 'Which parser reads the flags?' }],
    after: [{ text: 'Good, keep it.' }],
  });
});

test('the latest word on a matter comes first, and the older one says that it is', async () => {
  const engine = await engineWith([
    [{ say: 'The port of the shop server is 8080.' }, { reply: 'Noted.' }],
    [{ say: 'Paint the zebra page.' }, { reply: 'Painted.' }],
    [{ say: 'The port of the shop server is 9090.' }, { reply: 'Noted.' }],
  ]);
  const answers = await whatWasSaid(engine, { question: 'port of the shop server', limit: 5 });
  expect(answers.map(({ passage, earlier }) => [passage.text, earlier])).toEqual([
    ['The port of the shop server is 9090.', false],
    ['The port of the shop server is 8080.', true],
  ]);
});
