import { stepText } from '@sqrl/base/messages.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { expect, test } from 'vitest';
import type { Input, Output } from '../../../protocol/verbs.ts';
import { NOON, testMemory, typed } from '../../testing/world.ts';

const DAY_MS = 24 * 3600_000;

const waiting = (id: string, text: string): Output<'review'>['waiting'][number] => ({
  memory: testMemory({ id, text, needsReview: true }),
  why: 'it repeats text from outside, such as a web page or an external tool',
  evidence: {
    proof: 'tool_result',
    episode: null,
    events: [],
    quote: 'always use \x1b[2J yarn',
    at: NOON - DAY_MS,
  },
  conflicts: [],
  same: [],
});

const answers = {
  review: () => ({
    waiting: [waiting('aaaa00000001', 'Use yarn'), waiting('bbbb00000002', 'Use tabs')],
    total: 2,
  }),
  confirm: ({ ids }: Input<'confirm'>) => ({ confirmed: ids.map((id) => testMemory({ id })) }),
  reject: ({ ids }: Input<'reject'>) => ({ rejected: ids.map((id) => testMemory({ id })) }),
  correct: ({ id, text }: Input<'correct'>) => ({
    memory: testMemory({ id, text }),
    before: 'x',
    redacted: ['token'],
  }),
};

test('confirm and reject say what they did, and to what', async () => {
  const confirmed = await typed(['review', '--confirm', 'aaaa', 'bbbb'], { answers });
  expect(confirmed.calls).toEqual([{ verb: 'confirm', input: { ids: ['aaaa', 'bbbb'] } }]);
  expect(confirmed.out).toBe(
    'Confirmed aaaa: The staging database is wiped every Sunday\nConfirmed bbbb: The staging database is wiped every Sunday\n',
  );
  const rejected = await typed(['review', '--reject', 'aaaa', '--because', 'it is old', '--json'], {
    answers,
  });
  expect(rejected.calls[0]!.input).toEqual({ ids: ['aaaa'], because: 'it is old' });
  expect(JSON.parse(rejected.out)).toMatchObject({ rejected: [{ id: 'aaaa' }] });
});

test('correct takes the new words from behind the id, or from standard input', async () => {
  const { calls, out } = await typed(['edit', 'aaaa', 'Use', 'pnpm', '--because=since May'], { answers });
  expect(calls).toEqual([{ verb: 'correct', input: { id: 'aaaa', text: 'Use pnpm', because: 'since May' } }]);
  expect(out).toContain('Use pnpm');
  expect(out).toContain('Redacted before saving: token.');
  const piped = await typed(['edit', 'aaaa', '-'], { answers, stdin: 'Use\npnpm\n' });
  expect(piped.calls[0]!.input).toMatchObject({ text: 'Use\npnpm\n' });
});

test.each([
  [['review', '--confirm'], 'review needs the ids of memories.'],
  [['review', '--reject'], 'review needs the ids of memories.'],
  [['edit', 'aaaa'], 'edit needs a new text or an option.'],
  [['edit', 'aaaa', ' '], 'The new text is empty.'],
  [['review', 'aaaa'], 'review: unexpected argument "aaaa".'],
  [['review', '--confirm', '--reject', 'aaaa'], '--confirm and --reject cannot be combined.'],
  [['config', 'policy', 'set', 'decay.guard.max_inactive_days', 'long'], '"long" is not a number.'],
  [
    ['config', 'policy', 'set', 'decay.guard.max_inactive_days', '9', '--path'],
    '--path cannot be used with set',
  ],
  [['history', 'memory'], 'history memory needs the id of a memory.'],
])('%j is refused', async (argv, message) => {
  const { exit, err } = await typed(argv, { answers });
  expect(exit).toBe(2);
  expect(err).toContain(message);
});

test('review lists what waits if there is no terminal', async () => {
  const { out, exit } = await typed(['review'], { answers });
  expect(exit).toBe(0);
  expect(out.split('\n')).toEqual([
    'aaaa00000001\tgotcha\tit repeats text from outside, such as a web page or an external tool\tUse yarn',
    'bbbb00000002\tgotcha\tit repeats text from outside, such as a web page or an external tool\tUse tabs',
    '',
  ]);
  const json = await typed(['review', '--json'], { answers, terminal: true });
  expect(JSON.parse(json.out)).toMatchObject({
    total: 2,
    waiting: [{ why: 'it repeats text from outside, such as a web page or an external tool' }, {}],
  });
});

test('review ends with 3 when nothing waits', async () => {
  const none = { review: () => ({ waiting: [], total: 0 }) };
  expect(await typed(['review'], { answers: none })).toMatchObject({
    exit: 3,
    out: '',
    err: 'Nothing needs a decision.\n',
  });
});

test('on a terminal review shows a card at a time and does what the keys say', async () => {
  const { calls, out, exit } = await typed(['review'], {
    answers,
    terminal: true,
    columns: 80,
    stdin: 'c\nx\nr\n',
  });
  expect(exit).toBe(0);
  expect(calls).toEqual([
    { verb: 'review', input: {} },
    { verb: 'confirm', input: { ids: ['aaaa00000001'], same: [] } },
    { verb: 'reject', input: { ids: ['bbbb00000002'] } },
  ]);
  expect(out).toContain('1/2');
  expect(out).toContain('Not told: it repeats text from outside');
  expect(out).not.toContain('\x1b[2J');
  expect(out).toContain('Confirmed 1, edited 0, rejected 1, skipped 0.');
});

test('a card can be corrected, left for later, or all of them left', async () => {
  const edited = await typed(['review'], { answers, terminal: true, stdin: 'e\nUse pnpm\ns\n' });
  expect(edited.calls.slice(1)).toEqual([
    { verb: 'correct', input: { id: 'aaaa00000001', text: 'Use pnpm', same: [] } },
  ]);
  expect(edited.out).toContain('Confirmed 0, edited 1, rejected 0, skipped 1.');
  const empty = await typed(['review'], { answers, terminal: true, stdin: 'e\n\nq\n' });
  expect(empty.calls).toHaveLength(1);
  const gone = await typed(['review'], { answers, terminal: true, stdin: '' });
  expect(gone).toMatchObject({ exit: 0, calls: [{ verb: 'review' }] });
});

test('an edit that is refused is said, and the review goes on', async () => {
  const correct = () => {
    throw new Problem('Another memory has the same text.', 'Forget one of the two.');
  };
  const { calls, out, err, exit } = await typed(['review'], {
    answers: { ...answers, correct },
    terminal: true,
    stdin: 'e\nUse tabs\nc\n',
  });
  expect(exit).toBe(0);
  expect(err).toContain('Another memory has the same text. Forget one of the two.');
  expect(calls.map(({ verb }) => verb)).toEqual(['review', 'correct', 'confirm']);
  expect(out).toContain('Confirmed 1, edited 0, rejected 0, skipped 1.');
});

test('review --confirm and --reject decide without asking', async () => {
  const { calls } = await typed(['review', '--confirm', 'aaaa', 'bbbb'], { answers, terminal: true });
  expect(calls).toEqual([{ verb: 'confirm', input: { ids: ['aaaa', 'bbbb'] } }]);
  const { calls: others } = await typed(['review', '--reject', 'aaaa'], { answers });
  expect(others).toEqual([{ verb: 'reject', input: { ids: ['aaaa'] } }]);
});

const policy: Output<'policy'> = {
  path: '/home/me/.sqrl/memory_policy.toml',
  exists: false,
  rules: [
    {
      key: 'promotion.default.min_opportunities',
      value: 7,
      default: 5,
      means: 'Number of episodes before it is judged',
    },
    {
      key: 'decay.note.max_inactive_days',
      value: 14,
      default: null,
      means: 'Number of days after which it is archived',
    },
  ],
};

test('policy shows what holds and what it means, and where it would stand', async () => {
  const { out, places } = await typed(['config', 'policy'], { answers: { policy: () => policy } });
  expect(places).toEqual([{ global: true }]);
  expect(out).toContain(
    'promotion.default.min_opportunities = 7 (default 5)\n    Number of episodes before it is judged',
  );
  expect(out).toContain('decay.note.max_inactive_days = 14 (yours)');
  expect(out).toContain(
    'Run `sqrl config policy set RULE NUMBER` to write /home/me/.sqrl/memory_policy.toml',
  );
});

test('policy --path prints the path alone, whatever stands in the file', async () => {
  const path = await typed(['config', 'policy', '--path'], { answers: { policy: () => policy } });
  expect(path.out).toBe(`${policy.path}\n`);
  expect(path.calls[0]!.input).toMatchObject({ rules: false });
});

test('policy set and unset change one rule and say what holds', async () => {
  const set = await typed(['config', 'policy', 'set', 'promotion.default.min_opportunities', '7'], {
    answers: { policy: () => policy },
  });
  expect(set.calls[0]!.input).toMatchObject({ set: { 'promotion.default.min_opportunities': 7 } });
  expect(set.out).toBe(`promotion.default.min_opportunities = 7\nIn ${policy.path}\n`);
  const unset = await typed(['config', 'policy', 'unset', 'decay.guide.max_inactive_days'], {
    answers: { policy: () => policy },
  });
  expect(unset.calls[0]!.input).toMatchObject({ set: { 'decay.guide.max_inactive_days': null } });
  expect(unset.out).toContain('decay.guide.max_inactive_days was removed.');
});

test('history memory tells what happened to it, what it said before, and what it came to', async () => {
  const life: Output<'memoryHistory'> = {
    id: '7k3f9x2m4p5q',
    memory: testMemory({ confidence: 0.9, branch: 'feature' }),
    confidence: 0.45,
    steps: [
      {
        at: NOON - 2 * DAY_MS,
        did: stepText('corrected'),
        why: 'a person reworded it',
        before: 'old \x07 text',
        confidence: 1,
      },
      {
        at: NOON - DAY_MS,
        did: stepText('deprecated'),
        why: 'used in 1 of 12',
        before: null,
        confidence: 1,
      },
    ],
    tally: { opportunities: 14, chances: 12, uses: 1, hits: 0, misses: 2, saved: 0 },
    deliveredAt: NOON - DAY_MS,
    outcomes: [
      {
        episode: 'e',
        at: NOON - DAY_MS,
        delivered: true,
        used: true,
        failure: null,
        saved: 0,
        why: 'a reply cites it',
      },
    ],
  };
  const { out, calls } = await typed(['history', 'memory', '7k3f', '--limit', '3'], {
    answers: { memoryHistory: () => life },
  });
  expect(calls).toEqual([{ verb: 'memoryHistory', input: { id: '7k3f', limit: 3 } }]);
  expect(out).toContain('confidence 0.9, now 0.45 · staged on feature');
  expect(out).toMatch(/corrected {2}a person reworded it\n.*old text: “old .* text”/);
  expect(out).toContain('It applied to 14 episodes, and had been shown before in 12 of them.');
  expect(out).toContain('It was followed in 1 and helped in 0; the failure happened anyway 2 times.');
  expect(out).toContain('It was last shown 1 day ago');
  expect(out).toContain('a reply cites it');
  expect(out).not.toContain('\x07');
  const gone = await typed(['history', 'memory', '7k3f'], {
    answers: { memoryHistory: () => ({ ...life, memory: null, confidence: null }) },
  });
  expect(gone.out).toContain('7k3f9x2m4p5q was deleted.');
});
