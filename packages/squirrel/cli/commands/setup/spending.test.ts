import { expect, test } from 'vitest';
import type { Output } from '../../../protocol/verbs.ts';
import { typed } from '../../testing/world.ts';

const none = { calls: 0, failed: 0, input: 0, output: 0, cost: 0 };
const spending = (given: Partial<Output<'spending'>> = {}): Output<'spending'> => ({
  provider: 'anthropic',
  model: 'claude-test',
  allowed: true,
  day: '2026-11-15',
  cap: { tokens: 200_000, cost: 1 },
  today: { calls: 2, failed: 1, input: 4000, output: 200, cost: 0.05, by: [] },
  month: {
    calls: 12,
    failed: 1,
    input: 40_000,
    output: 2000,
    cost: 0.5,
    by: [
      {
        model: 'anthropic:claude-test',
        purpose: 'memory writer',
        calls: 12,
        failed: 1,
        input: 40_000,
        output: 2000,
        cost: 0.5,
      },
    ],
  },
  asked: [{ prompt: 'memory writer', asked: 11, kept: 7, refused: 3, passedOver: 20, failed: 1 }],
  prompts: [{ name: 'memory writer', version: 1, system: 'You keep\nthe memory.' }],
  ...given,
});

test('spending is shown with its limit, by purpose and by model, and with its results', async () => {
  const answers = { spending: () => spending() };
  const { out } = await typed(['status', 'spending', '--no-color'], {
    answers,
    terminal: true,
    columns: 120,
  });
  expect(out.split('\n').map((line) => line.trim().replace(/ +/g, ' '))).toEqual([
    'model anthropic claude-test',
    'today 4,200 of 200,000 tokens, $0.05 of $1.00 · 2 calls, 1 failed',
    '30 days 42,000 tokens, $0.50 · 12 calls, 1 failed',
    '',
    'Last 30 days',
    'memory writer · anthropic:claude-test · 42,000 tokens · $0.50 · 12 calls, 1 failed',
    '',
    'This project',
    'memory writer · 11 calls · 7 proposed · 3 rejected · 1 failed · 20 skipped',
    '',
  ]);
});

test('while no model is allowed it says so', async () => {
  const off = spending({
    provider: 'off',
    model: null,
    allowed: false,
    today: { ...none, by: [] },
    month: { ...none, by: [] },
    asked: [],
  });
  const { out } = await typed(['status', 'spending', '--no-color'], {
    answers: { spending: () => off },
    terminal: true,
  });
  expect(out).toContain('off: no LLM is called');
});

test('the prompts for a model can be read in full', async () => {
  const { out } = await typed(['status', 'spending', '--prompts'], {
    answers: { spending: () => spending() },
  });
  expect(out).toBe('memory writer, version 1\nYou keep\nthe memory.\n');
});

test('programs get it all as JSON', async () => {
  const { out } = await typed(['status', 'spending', '--json'], { answers: { spending: () => spending() } });
  expect(JSON.parse(out)).toEqual(spending());
});
