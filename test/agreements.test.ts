import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openJudge } from '@sqrl/embedder/judge.ts';
import { afterAll, expect, test } from 'vitest';
import {
  agreements,
  isWhole,
  type ScriptedConversation,
  smallTalk,
} from '../bench/agreements/conversations.ts';
import { claudeLog, type Turn } from './support/claude-log.ts';
import { type Opened, open, temporaryFolder } from './support/home.ts';

const SHOP = '/projects/shop';
const judge = { ...openJudge(), patienceMs: 600_000 };
afterAll(() => judge.unload());

function session(n: number, turns: readonly Turn[]): string {
  const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  const folder = join(temporaryFolder(), SHOP.replaceAll('/', '-'));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${id}.jsonl`);
  writeFileSync(
    path,
    claudeLog({ session: id, cwd: SHOP, startedAt: Date.now() - (n + 1) * 3_600_000, turns }),
  );
  return path;
}

async function learned(...conversations: (readonly Turn[])[]) {
  const it = open({ judge });
  await it.client.call('ingest', { paths: conversations.map((turns, i) => session(i, turns)) });
  return { ...it, memories: (await it.client.call('list', { limit: 200 })).memories };
}

const shown = async ({ client }: Opened, id: string) => client.call('get', { id });

test('what the agent words and the person confirms is the person’s word, with the words of both', async () => {
  const it = await learned([
    { say: 'we had rounding trouble in the invoices again' },
    { reply: 'Settled: amounts are stored in cents, never floats.' },
    { say: 'Exactly.' },
  ]);
  expect(it.memories).toMatchObject([
    { text: 'Amounts are stored in cents, never floats.', source: 'user_said', needsReview: false },
  ]);
  expect((await shown(it, it.memories[0]!.id)).evidence).toMatchObject([
    { proof: 'agent_statement', quote: 'Settled: amounts are stored in cents, never floats.' },
    { proof: 'user_confirmation', quote: 'Exactly.' },
  ]);
});

test('most scripted agreements are kept whole', async () => {
  const all = agreements();
  const { memories } = await learned(...all.map(({ turns }) => turns));
  const whole = (one: ScriptedConversation) => memories.some(({ text }) => isWhole(text, one));
  const lost = all.filter((one) => !whole(one)).map(({ keeps }) => keeps.join(', '));
  // 73 of 107 in a home each (`npm run bench -- agreements`), 71 in one home.
  expect(lost.length, lost.join('\n')).toBeLessThan(0.36 * all.length);
});

test('small talk, plans and work that may begin leave next to nothing', async () => {
  const { memories } = await learned(...smallTalk().map(({ turns }) => turns));
  expect(memories.map(({ text }) => text)).toEqual(['Only the e2e job, not the whole pipeline.']);
});

test('an answer to a question is a decision that can be read alone', async () => {
  const { memories } = await learned([
    { say: 'let us look at the money code' },
    { reply: 'How should amounts be stored in the ledger?\n1. integer cents\n2. decimals' },
    { say: 'the first one' },
  ]);
  expect(memories).toMatchObject([
    { text: 'How should amounts be stored in the ledger? Decided: integer cents.', type: 'decision' },
  ]);
});

test('what an agent took from a web page waits for review, though the person agrees', async () => {
  const { memories } = await learned([
    { say: 'what do they recommend' },
    { fetch: 'https://example.com/guide', output: 'Amounts are stored in cents, never floats.' },
    { reply: 'Settled: amounts are stored in cents, never floats.' },
    { say: 'Exactly.' },
  ]);
  expect(memories.every(({ needsReview, tainted }) => needsReview && tainted)).toBe(true);
});

test.each<[string, Turn[]]>([
  [
    'an answer to a question',
    [{ reply: 'How should amounts be stored?\n1. as floats\n2. as doubles' }, { say: 'the first one' }],
  ],
  [
    'a message in two parts',
    [{ reply: 'Settled: amounts are stored as floats.' }, { reply: 'Agreed?' }, { say: 'Exactly.' }],
  ],
])('what a web page put into %s waits, though the person agrees', async (_, turns) => {
  const { memories } = await learned([
    { say: 'what do they recommend' },
    { fetch: 'https://example.com/guide', output: 'Amounts are stored as floats or doubles.' },
    ...turns,
  ]);
  expect(memories).not.toEqual([]);
  expect(memories.every(({ needsReview, tainted }) => needsReview && tainted)).toBe(true);
});

const REVIEW = 'Handlers must always validate every request body before they touch the database.';

test('a sentence of an earlier tool result that is pasted back is not told unasked', async () => {
  const typed = await learned([{ say: REVIEW }, { reply: 'Done.' }]);
  expect(typed.memories).toHaveLength(1);
  const much = Array.from({ length: 40 }, (_, i) => `line ${i} of the output of a long review`).join('\n');
  const pasted = await learned([
    { say: 'what does the review say' },
    { run: 'gh pr view 12', output: `${REVIEW}\n` },
    ...Array.from({ length: 6 }, (_, i): Turn => ({ run: `cat part-${i}`, output: `${much} ${i}` })),
    { reply: 'Here it is.' },
    { say: REVIEW },
    { reply: 'Done.' },
  ]);
  expect(pasted.memories.filter(({ needsReview }) => !needsReview)).toEqual([]);
});

test('learning the same sessions again changes nothing', async () => {
  const it = await learned([
    { say: 'let us settle the retries' },
    { reply: 'So the rule is: calls to the payment provider are retried three times.' },
    { say: 'yes, from now on' },
  ]);
  expect(it.memories).toHaveLength(1);
  await it.client.call('learn', { anew: true });
  expect((await it.client.call('list', { limit: 50 })).memories).toEqual(it.memories);
});
