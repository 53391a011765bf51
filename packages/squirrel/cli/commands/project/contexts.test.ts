import { expect, test } from 'vitest';
import type { Output } from '../../../protocol/verbs.ts';
import { typed } from '../../testing/world.ts';

const line = {
  text: 'Never retry a charge [Memory #a: Never]',
  memory: 'a',
  episode: null,
  file: null,
  why: ['near'],
};
const context: Output<'context'> = {
  for: 'task',
  phase: 'implement',
  text: '## Watch out\n- Never retry a charge [Memory #a: Never]',
  tokens: 12,
  budget: 3000,
  sections: [{ name: 'guards', heading: 'Watch out', lines: [{ ...line, tokens: 9 }] }],
  files: [],
  records: [],
  scope: [],
  injection: null,
  left: [{ section: 'where', line: { ...line, text: 'src/pay.ts' }, because: `over the 3000-token budget` }],
  notices: [],
};

test('context prints what an agent reads, and with --why the reasons and what was left out', async () => {
  const answers = { context: () => context };
  const { out, calls, exit } = await typed(
    ['context', 'add', 'a retry', '--for', 'planner', '--file', 'src/pay.ts', '--budget', '500'],
    { answers, cwd: '/shop' },
  );
  expect(exit).toBe(0);
  expect(out).toBe(`${context.text}\n`);
  expect(calls[0]!.input).toEqual({
    task: 'add a retry',
    for: 'planner',
    files: ['/shop/src/pay.ts'],
    budget: 500,
  });
  const why = await typed(['context', 'retry', '--why'], { answers });
  expect(why.out).toMatch(
    /^Watch out\n- Never retry .+\n {4}near\n\nLeft out\n- src\/pay\.ts\n {4}over the 3000-token budget/,
  );
  expect(why.err).toBe('Phase implement: 12 of 3000 tokens.\n');
});

test('context without anything to say says how to begin, and ends with 3', async () => {
  const answers = { context: () => ({ ...context, text: '', sections: [] }) };
  const { out, err, exit } = await typed(['context', 'add a retry'], { answers });
  expect([out, exit]).toEqual(['', 3]);
  expect(err).toMatch(/^Nothing relevant found\.\nRun `sqrl ingest`/);
});

test.each([
  [['context'], 'context needs a task.'],
  [['context', 'x', '--for', 'boss'], /boss/],
  [['context', 'x', '--contents'], '--contents can be used with --for coder only.'],
  [['context', '--views', 'brief', 'src'], 'Paths and --task can be used with pitfalls only.'],
  [['context', '--views', '--write', '--remove'], '--write and --remove cannot be combined.'],
  [['context', '--views', 'all'], /all/],
  [['history', 'where', 'now'], 'history where: unexpected argument "now".'],
  [['history', 'similar'], 'history similar needs a task.'],
])('%j is not understood', async (argv, said) => {
  const { exit, err, opened } = await typed(argv as string[]);
  expect([exit, opened]).toEqual([2, 0]);
  expect(err).toMatch(said);
});

const brief = {
  type: 'project_brief_view',
  project_id: '/shop',
  generated_at: '2026-11-15T12:00:00.000Z',
  token_estimate: 5,
  markdown: '# Project brief',
  modules: [],
  key_facts: [],
  commands: [],
  hot_spots: [],
} as const satisfies Output<'views'>['views'][number];

test('views prints markdown, passes paths on, and says what it wrote or removed', async () => {
  const views = () => ({ views: [brief], written: ['.ctx/views/project_brief.json'], unchanged: [] });
  expect((await typed(['context', '--views', 'brief'], { answers: { views } })).out).toBe(
    '# Project brief\n',
  );
  const write = await typed(['context', '--views', '--write'], { answers: { views } });
  expect(write.out).toBe('Wrote .ctx/views/project_brief.json\n');
  expect(write.calls[0]!.input).toEqual({ write: true });
  const again = () => ({ views: [brief], written: [], unchanged: ['.ctx/views/project_brief.json'] });
  expect((await typed(['context', '--views', '--write'], { answers: { views: again } })).out).toMatch(
    /^Already up to date/,
  );
  const some = await typed(['context', '--views', 'pitfalls', 'src/pay', '--task', 'retry'], {
    answers: { views },
    cwd: '/shop',
  });
  expect(some.calls[0]!.input).toEqual({ names: ['pitfalls'], files: ['/shop/src/pay'], task: 'retry' });
  const removeViews = () => ({ removed: [] });
  expect((await typed(['context', '--views', '--remove'], { answers: { removeViews } })).out).toBe(
    'Nothing to remove.\n',
  );
  const none = () => ({ views: [{ ...brief, markdown: '' }], written: [], unchanged: [] });
  expect(await typed(['context', '--views'], { answers: { views: none } })).toMatchObject({
    out: '',
    exit: 3,
  });
});

const nowhere: Output<'where'> = {
  branch: 'main',
  workedOn: null,
  last: [],
  said: [],
  unfinished: [],
  notes: [],
  todo: null,
  changed: [],
  failure: null,
  next: null,
  text: '',
};

test('where prints what an agent gets, without signs that steer a terminal', async () => {
  const text = '## Last task\n- “Retry the payment” (failed)\n\n## Failing\n- `pnpm test`: FAIL\x1b[2J';
  const note = { memory: 'm', text: 'Retry the payment' };
  const where = () => ({ ...nowhere, notes: [note], text });
  const { out, exit } = await typed(['history', 'where'], { answers: { where } });
  expect(exit).toBe(0);
  expect(out.split('\n')).toEqual([
    'Last task',
    '- “Retry the payment” (failed)',
    '',
    'Failing',
    '- `pnpm test`: FAIL␛[2J',
    '',
  ]);
});

test('where nothing was done yet, it says how to begin', async () => {
  const { out, err, exit } = await typed(['history', 'where'], { answers: { where: () => nowhere } });
  expect([out, exit]).toEqual(['', 3]);
  expect(err).toMatch(/^No history of this project yet\. Run `sqrl ingest`/);
});
