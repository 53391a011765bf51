import { expect, test } from 'vitest';
import type { Output } from '../../../protocol/verbs.ts';
import { NOON, typed } from '../../testing/world.ts';

const cited = {
  ...{ number: 1, id: '7k3f9x2m4p5q', type: 'decision', text: 'Money is kept in cents', confidence: 0.9 },
  ...{ verified: true, needsReview: false, stale: true, earlier: false, createdAt: NOON - 3 * 24 * 3600_000 },
  ...{ files: [], note: null, score: 0.8, why: ['words #1'] },
};

const answered = {
  question: 'how is money kept?',
  by: 'extract',
  model: null,
  sentences: [{ text: 'Money is kept in cents', cites: [1] }],
  citations: [cited],
  passages: [],
  work: [],
  tasks: [],
  failures: [],
  commits: [],
  code: [],
  spent: null,
  notices: [],
};

test('an answer is shown with the memories it cites', async () => {
  const { exit, out, calls } = await typed(['ask', 'how', 'is', 'money', 'kept?'], {
    answers: { ask: () => answered },
  });
  expect(exit).toBe(0);
  expect(calls).toEqual([{ verb: 'ask', input: { question: 'how is money kept?' } }]);
  expect(out).toBe(`Money is kept in cents [1]

[1] decision · 7k3f9x2m4p5q · 3 days ago · may be out of date
`);
});

test('an answer worded by a model is shown with its memories', async () => {
  const worded = {
    ...answered,
    by: 'model',
    model: 'ollama:tiny',
    sentences: [{ text: 'In cents.', cites: [1] }],
  };
  const { out, err, calls } = await typed(['ask', '--compose', '--limit', '3', 'money'], {
    answers: { ask: () => worded },
  });
  expect(calls[0]!.input).toEqual({ question: 'money', limit: 3, compose: true });
  expect(out).toContain('In cents. [1]');
  expect(out).toContain('    Money is kept in cents');
  expect(err).toContain('Worded by ollama:tiny.');
});

test('commits and code are shown before the rest, with what opens them', async () => {
  const commit = {
    ...{ id: 'commit:1a2b3c4d5e6f', hash: '1a2b3c4d5e6f', at: NOON - 24 * 3600_000, author: 'Ada' },
    ...{ subject: 'Keep money in cents', files: ['src/money.ts'], filesChanged: 1 },
  };
  const code = { path: 'src/money.ts', line: 7, endLine: 9, kind: 'function', name: 'cents' };
  const found = { ...answered, commits: [commit], code: [{ ...code, excerpt: 'function cents() {' }] };
  const { out, calls } = await typed(['ask', '--in', 'commits, code', 'money'], {
    answers: { ask: () => found },
  });
  expect(calls[0]!.input).toEqual({ question: 'money', in: ['commits', 'code'] });
  expect(out).toContain(`Commits:
  Keep money in cents
    ${new Date(commit.at).toISOString().slice(0, 10)} · 1 day ago · Ada · commit:1a2b3c4d5e6f
    changed src/money.ts
Code:
  src/money.ts:7 function cents
    function cents() {

Money is kept in cents [1]`);
  expect((await typed(['ask', '--in', 'dreams', 'money'])).exit).toBe(2);
});

test('what nothing answers ends with 3, and no question with 2', async () => {
  const nothing: Output<'ask'> = { ...answered, by: 'nothing', sentences: [], citations: [] };
  const { exit, out, err } = await typed(['ask', 'who?'], { answers: { ask: () => nothing } });
  expect({ exit, out }).toEqual({ exit: 3, out: '' });
  expect(err).toContain('Nothing in memory or past sessions answers that.');
  expect((await typed(['ask'])).exit).toBe(2);
});

test('a hostile memory cannot move the cursor', async () => {
  const evil = { ...answered, sentences: [{ text: 'red \u001b[31m alert', cites: [1] }] };
  const { out } = await typed(['ask', 'x'], { answers: { ask: () => evil } });
  expect(out).not.toContain('\u001b');
});
