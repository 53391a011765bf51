import type { Episode } from '@sqrl/base/model/episode.ts';
import { expect, test } from 'vitest';
import { NOON, typed } from '../../testing/world.ts';

const MINUTE_MS = 60_000;

const episode = (given: Partial<Episode> = {}): Episode => ({
  id: 'a1b2c3d4e5f6',
  session: '0fccf939-a272-4ef8-a9d0-01c7df276089',
  startedAt: NOON - 120 * MINUTE_MS,
  endedAt: NOON - 103 * MINUTE_MS,
  eventCount: 66,
  begunBy: 'session',
  task: 'Remove the button "Generate" from the report',
  summary: 'Remove the button.',
  phase: 'refine',
  importance: 0.4,
  stats: { errors: 1, retryLoops: 2, tests: 'passed', frustration: 'mild' },
  status: 'completed',
  outcome: `Committed “Remove the button”; tests passed.`,
  filesChanged: ['src/report/Report.tsx', 'src/report/Report.test.tsx'],
  filesRead: [],
  tools: { edit: 2 },
  tainted: false,
  ...given,
});

test('episodes are shown with the task first, then how it ended, what changed and what it cost', async () => {
  const answers = { episodes: () => ({ episodes: [episode()], total: 1 }) };
  const { out, err } = await typed(['history', 'episodes', '--no-color'], {
    answers,
    terminal: true,
    columns: 100,
  });
  expect(out.replace(/\d{4}-\d\d-\d\d \d\d:\d\d/, 'THEN').split('\n')).toEqual([
    '',
    '2 hours ago · THEN · session 0fccf939',
    '✓  Remove the button "Generate" from the report',
    '   refine · 17 min · 66 steps · 1 error · 2 retries · tests passed · mild frustration · a1b2c3d4e5f6',
    '     Committed “Remove the button”; tests passed.',
    '     Report.tsx, Report.test.tsx',
    '',
  ]);
  expect(err).toBe('');
});

test('episodes of one session stand together, and nothing is wider than the terminal', async () => {
  const many = episode({
    id: 'b'.repeat(12),
    status: 'failed',
    task: 'x'.repeat(300),
    outcome: 'Tests failed at the end.',
    filesChanged: Array.from({ length: 40 }, (_, i) => `src/component-${i}.ts`),
  });
  const answers = { episodes: () => ({ episodes: [episode(), many], total: 90 }) };
  const { out, err } = await typed(['history', 'episodes', '--no-color'], {
    answers,
    terminal: true,
    columns: 60,
  });
  expect(out.match(/session 0fccf939/g)).toHaveLength(1);
  expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(60);
  expect(out).toMatch(/component-5\.ts and 34\s+more/);
  expect(err).toBe('2 of 90 episodes; use --limit or --offset for more.\n');
});

test('other programs get one episode a line, and hostile texts lose their teeth', async () => {
  const answers = { episodes: () => ({ episodes: [episode({ task: 'a\x1b[2J\nb' })], total: 1 }) };
  const { out } = await typed(['history', 'episodes'], { answers });
  expect(out.split('\n')).toHaveLength(2);
  expect(out.split('\t')).toEqual(['a1b2c3d4e5f6', expect.any(String), 'completed', 'refine', 'a␛[2J ⏎ b\n']);
});

test('episodes passes on what was asked for', async () => {
  const answers = { episodes: () => ({ episodes: [], total: 0 }) };
  const argv = [
    'history',
    'episodes',
    '--session',
    '0fcc',
    '--since',
    '7d',
    '--status',
    'paused',
    '--status',
    'failed',
    '--limit',
    '3',
  ];
  const { calls, err } = await typed(argv, { answers });
  expect(calls[0]!.input).toEqual({
    session: '0fcc',
    since: NOON - 7 * 24 * 60 * MINUTE_MS,
    statuses: ['paused', 'failed'],
    limit: 3,
  });
  expect(err).toBe('Nothing in the history matches.\n');
});

test('where nothing was read yet, it says how to begin', async () => {
  const answers = { episodes: () => ({ episodes: [], total: 0 }) };
  const { out, err, exit } = await typed(['history', 'episodes'], { answers });
  expect([out, exit]).toEqual(['', 3]);
  expect(err).toBe("No history of this project yet. Run `sqrl ingest` to read the agents' logs.\n");
});

test('history close says what it closed', async () => {
  const none = await typed(['history', 'close'], { answers: { flush: () => ({ at: NOON, ended: [] }) } });
  expect(none.out).toBe('No task is running here; the next prompt starts a new one.\n');
  const one = await typed(['history', 'close'], {
    answers: { flush: () => ({ at: NOON, ended: [episode()] }) },
  });
  expect(one.out).toMatch(/^Closed 1 task; the next prompt starts a new one\.\na1b2c3d4e5f6\t/);
});
