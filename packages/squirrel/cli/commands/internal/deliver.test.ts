import { expect, test } from 'vitest';
import type { Output } from '../../../protocol/verbs.ts';
import { typed } from '../../testing/world.ts';

const delivery = (some: Partial<Output<'deliver'>> = {}): Output<'deliver'> => ({
  point: 'before command',
  text: 'Start redis first [Memory #aaaa00000001]',
  tokens: 14,
  memories: ['aaaa00000001'],
  passages: [],
  injection: null,
  shown: true,
  withheld: null,
  holdout: 'full',
  spent: { tokens: 14, cap: 6000 },
  why: ['aaaa00000001: its trigger is met'],
  reasons: { aaaa00000001: 'its trigger is met' },
  texts: {},
  left: [{ memory: 'bbbb00000002', because: 'it was said already' }],
  notices: [],
  ...some,
});
const answers = { deliver: () => delivery() };

test('a moment is made of options and nothing is noted unless wanted', async () => {
  const { calls, out, err } = await typed(
    ['deliver', '--point', 'before', '--command', 'npm test', '--file', 'a.ts', '--why'],
    { answers, cwd: '/shop' },
  );
  expect(calls).toEqual([
    {
      verb: 'deliver',
      input: {
        client: 'claude-code',
        session: 'try',
        moment: { point: 'before', tool: 'run', command: 'npm test', files: ['/shop/a.ts'], symbols: [] },
        record: false,
        cwd: '/shop',
      },
    },
  ]);
  expect(out).toBe('Start redis first [Memory #aaaa00000001]\n');
  expect(err).toContain('its trigger is met');
  expect(err).toContain('left out bbbb00000002: it was said already');
  expect(err).toContain('14 of 6000');
});

test('a moment comes as JSON on standard input too', async () => {
  const moment = { point: 'session start', because: 'compaction' };
  const { calls, out } = await typed(['deliver', '-', '--session', 's1', '--record', '--json'], {
    answers,
    stdin: JSON.stringify(moment),
  });
  expect(calls[0]!.input).toMatchObject({ moment, session: 's1', record: true });
  expect(JSON.parse(out)).toEqual(delivery());
});

test('silence and holdout are reported as such', async () => {
  const silent = await typed(['deliver', '--point', 'session start'], {
    answers: { deliver: () => delivery({ text: '', tokens: 0, memories: [], shown: false }) },
  });
  expect(silent.out).toBe('');
  expect(silent.err).toContain('No reminder at this point.');
  const held = await typed(['deliver', '--point', 'session start'], {
    answers: {
      deliver: () => delivery({ text: '', withheld: 'Use tabs', shown: false, holdout: 'control' }),
    },
  });
  expect(held.err).toContain('control group');
  expect(held.out).toContain('Use tabs');
});

test.each([
  [['deliver'], 'deliver needs --point.'],
  [['deliver', '--point', 'befor'], 'Did you mean before?'],
  [['deliver', '--point', 'prompt'], '--point prompt needs --prompt TEXT.'],
  [['deliver', 'now'], 'unexpected argument "now".'],
  [['deliver', '--point', 'before', '--tool', 'rum'], 'Did you mean run?'],
])('%j is not understood', async (argv, message) => {
  const { exit, err, opened } = await typed(argv);
  expect([exit, opened]).toEqual([2, 0]);
  expect(err).toContain(message);
});

test('JSON that is none is refused before anything is opened', async () => {
  const { exit, err, opened } = await typed(['deliver', '-'], { stdin: 'before' });
  expect([exit, opened]).toEqual([2, 0]);
  expect(err).toContain('not JSON');
});

const trust: Output<'trust'> = {
  level: 'standard',
  confidence: 0.65,
  by: 'rules',
  since: 0,
  counts: { sessions: 5, told: 2, delivered: 7, confirmed: 1, flagged: 0 },
  next: 'confident: 10 memories confirmed by you (1 so far)',
  notices: [{ message: '3 things were wrong.', hint: '`sqrl trust cautious`' }],
};

test('trust is shown, set and given back', async () => {
  const shown = await typed(['config', 'trust'], { answers: { trust: () => trust } });
  expect(shown.calls).toEqual([{ verb: 'trust', input: {} }]);
  expect(shown.out).toContain('standard (automatic): agents see memories from confidence 0.65 on');
  expect(shown.out).toContain('Next level: confident: 10 memories confirmed');
  expect(shown.err).toContain('3 things were wrong.');
  const set = await typed(['config', 'trust', 'cautious'], { answers: { trust: () => trust } });
  expect(set.calls[0]!.input).toEqual({ level: 'cautious' });
  const back = await typed(['config', 'trust', 'auto', '--json'], { answers: { trust: () => trust } });
  expect(back.calls[0]!.input).toEqual({ level: null });
  expect(JSON.parse(back.out)).toMatchObject({ level: 'standard' });
  expect((await typed(['config', 'trust', 'blind'])).err).toContain('cannot be "blind"');
});
