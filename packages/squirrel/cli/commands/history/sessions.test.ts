import type { Event } from '@sqrl/base/model/event.ts';
import { Problem } from '@sqrl/base/problem.ts';
import { expect, test } from 'vitest';
import type { Output } from '../../../protocol/verbs.ts';
import { NOON, typed } from '../../testing/world.ts';

const session = {
  id: '0fccf939-a272-4ef8-a9d0-01c7df276089',
  client: 'claude-code',
  beganAt: NOON - 3600_000,
  startedAt: NOON - 3600_000,
  endedAt: NOON - 1800_000,
  forkedFrom: null,
  cwd: '/shop',
  branch: 'main',
  version: '2.1.325',
  title: null,
  model: null,
  opening: 'Mend the\u001b[31m cart',
  events: 12,
  prompts: 1,
  calls: 5,
  failed: 2,
  tainted: 0,
} as Output<'sessions'>['sessions'][number];

const event: Event = {
  id: 'a'.repeat(32),
  session: session.id,
  client: 'claude-code',
  agent: null,
  at: NOON,
  kind: 'result',
  tool: 'run',
  toolName: 'Bash',
  call: 'toolu_1',
  command: 'npm test',
  files: [],
  outcome: 'failed',
  exitCode: 1,
  text: 'FAIL cart.test.ts',
  length: 17,
  hash: null,
  tokens: null,
  durationMs: 2100,
  model: null,
  branch: null,
  tainted: false,
  place: { path: '/log.jsonl', offset: 0, bytes: 10 },
};

const read: Output<'ingest'> = {
  logs: 3,
  read: 2,
  bytes: 120_000,
  events: 40,
  added: 38,
  stopped: false,
  byClient: {},
  troubles: [],
  projects: ['shop-1', 'web-2'],
  notices: [],
};

test('ingest says what it read, and how to find out where it looked', async () => {
  const full = await typed(['ingest', 'old.jsonl', '--client', 'codex', '--since', '7d'], {
    cwd: '/shop',
    answers: { ingest: () => read },
  });
  expect(full.out).toBe('Read 120 kB of 2 logs: 38 new events in 2 projects.\n');
  expect(full.calls[0]!.input).toEqual({
    paths: ['/shop/old.jsonl'],
    clients: ['codex'],
    since: NOON - 7 * 24 * 3600_000,
    again: false,
    watch: false,
    ci: false,
  });
  const nothing = await typed(['ingest'], {
    answers: { ingest: () => ({ ...read, logs: 0, read: 0, added: 0 }) },
  });
  expect(nothing.err).toContain('sqrl status sources');
  const known = await typed(['ingest'], { answers: { ingest: () => ({ ...read, read: 0, added: 0 }) } });
  expect(known.out).toBe('Nothing new in 3 logs.\n');
  const git = { ...read, logs: 0, read: 1, bytes: 0, projects: ['shop-1'] };
  const commits = await typed(['ingest'], { answers: { ingest: () => ({ ...git, events: 3, added: 3 }) } });
  expect(commits.out).toBe('Read 1 log: 3 new events in 1 project.\n');
  // A log that names no folder belongs to no project.
  const nowhere = await typed(['ingest'], { answers: { ingest: () => ({ ...read, projects: [] }) } });
  expect(nowhere.out).toBe(
    'Read 120 kB of 2 logs: 38 new events outside of every project, since their log names no folder: no history shows them.\n',
  );
  const again = { ...read, added: 0, projects: [] };
  const twice = await typed(['ingest', '--again'], { answers: { ingest: () => again } });
  expect(twice.out).toBe('Read 120 kB of 2 logs: no new events.\n');
});

test('ingest ci hands over files of a run', async () => {
  const runs = [
    { path: '/shop/junit.xml', told: '4 passed' },
    { path: '/shop/empty', told: null },
  ];
  const { calls, out } = await typed(['ingest', 'ci', 'junit.xml'], {
    cwd: '/shop',
    answers: { ingest: () => ({ ...read, runs }) },
  });
  expect(out).toContain('  junit.xml: 4 passed\n  empty: nothing usable in it\n');
  expect(calls[0]!.input).toMatchObject({ ci: true, paths: ['/shop/junit.xml'] });
  expect((await typed(['ingest', 'ci'])).exit).toBe(2);
  expect((await typed(['ingest', '--client', 'codx'])).err).toContain('Did you mean codex?');
});

test('before it watches it reads what is there, with a summary of its own', async () => {
  const { out, err, calls } = await typed(['ingest', '--watch'], {
    answers: { ingest: ({ watch }) => (watch ? { ...read, read: 0, added: 0 } : read) },
  });
  expect(calls.map(({ input }) => (input as { watch: boolean }).watch)).toEqual([false, true]);
  expect(out).toBe('Read 120 kB of 2 logs: 38 new events in 2 projects.\n');
  expect(err).toContain('stop with Ctrl-C');
});

test('unreadable logs are reported, with an exit status of their own', async () => {
  const { exit, err } = await typed(['ingest'], {
    answers: {
      ingest: () => ({
        ...read,
        troubles: [{ path: '/a', because: `/a could not be read (EACCES).` }],
      }),
    },
  });
  expect(exit).toBe(1);
  expect(err).toContain('/a could not be read (EACCES).');
});

test('sessions are listed with what matters, and nothing in them moves the cursor', async () => {
  const answers = { sessions: () => ({ sessions: [session], total: 40 }) };
  const { out, err } = await typed(['history', 'sessions'], { answers, terminal: true, columns: 100 });
  expect(out).toContain('0fccf939');
  expect(out).toContain('30 minutes ago · claude-code · 1 prompt · 5 tool calls · 2 failed · main');
  expect(out).not.toContain('\u001b[31m');
  expect(err).toContain('1 of 40 sessions');
  const piped = await typed(['history', 'sessions'], { answers });
  expect(piped.out.split('\t')[0]).toBe(session.id);
});

test('a hostile id is not obeyed, and ids that begin alike are shown as far as they differ', async () => {
  const evil = { ...session, id: '\u001b]0;x\u0007/../../etc' };
  const answers = {
    sessions: () => ({ sessions: [evil, session, { ...session, id: '0fccf939-a300' }], total: 3 }),
    events: () => ({ session: evil, events: [event], total: 1 }),
  };
  const { out } = await typed(['history', 'sessions', '--no-color'], {
    answers,
    terminal: true,
    columns: 100,
  });
  expect(out.split('\n').filter((_, i) => i % 2 === 0)).toEqual([
    expect.stringMatching(/^␛\]0;x␇\/\.\.\/. {2}Mend/),
    expect.stringMatching(/^0fccf939-a2 {2}Mend/),
    expect.stringMatching(/^0fccf939-a3 {2}Mend/),
    '',
  ]);
  const piped = (await typed(['history', 'sessions'], { answers })).out;
  const steps = (await typed(['history', 'events', 'x', '--no-color'], { answers, terminal: true })).out;
  for (const text of [out, piped, steps]) expect(text).not.toMatch(/[\u001b\u0007]/);
});

test('without a session it is said what to do', async () => {
  const answers = { sessions: () => ({ sessions: [], total: 0 }) };
  const { err } = await typed(['history', 'sessions'], { answers });
  expect(err).toContain('sqrl ingest');
  expect((await typed(['history', 'sessions', '--since', '1h'], { answers })).err).toBe(
    'Nothing in the history matches.\n',
  );
});

test('steps show how they ended', async () => {
  const { out, calls } = await typed(['history', 'events', '0fcc', '--kind', 'result'], {
    answers: { events: () => ({ session, events: [event], total: 1 }) },
    terminal: true,
    columns: 100,
  });
  expect(out).toMatch(/run →.*FAIL cart\.test\.ts.*\[failed, exit 1, 2\.1 s\]/);
  expect(calls[0]!.input).toEqual({ session: '0fcc', kinds: ['result'] });
  expect((await typed(['history', 'events'])).exit).toBe(2);
});

test('sources show what was found, unknown records, and where else was searched', async () => {
  const source: Output<'sources'>['sources'][number] = {
    client: 'claude-code',
    lookedIn: ['/home/ann/.claude'],
    logs: 2,
    bytes: 5000,
    read: 1,
    waiting: 1,
    gone: 1,
    events: 40,
    lastAt: NOON - 3600_000,
    records: { read: 30, passed: 20, unknown: 2, broken: 0 },
    unknown: [{ type: 'telepathy', version: '9.9', count: 2 }],
    broken: [],
    troubles: [],
  };
  const none = {
    ...source,
    client: 'codex' as const,
    lookedIn: ['/home/ann/.codex'],
    logs: 0,
    read: 0,
    gone: 0,
    waiting: 0,
  };
  const { out, err } = await typed(['status', 'sources'], {
    answers: { sources: () => ({ sources: [source, none] }) },
  });
  const all = await typed(['status', 'sources'], { answers: { sources: () => ({ sources: [source] }) } });
  expect(all.err).toContain('1 log with new entries');
  const closed = {
    ...none,
    troubles: [{ path: '/c', because: `/c cannot be read (EACCES).` }],
  };
  const deaf = await typed(['status', 'sources'], { answers: { sources: () => ({ sources: [closed] }) } });
  expect(deaf.out).toContain('/c cannot be read (EACCES).');
  expect(out).toContain('2 logs (5 kB), 1 read, 1 with new entries, 1 deleted');
  expect(out).toContain('unknown: telepathy of 9.9, 2 times');
  expect(out).toContain('codex: /home/ann/.codex');
  expect(err).toContain('sqrl ingest');
});

test('logs that lie in a repository are read when the person at the terminal says that they are theirs', async () => {
  const problem = new Problem('/shop/a.md lies in a repository.', 'Say --mine.', 'unconfirmed');
  const answers = {
    ingest({ mine }: { mine?: boolean | undefined }) {
      if (!mine) throw problem;
      return read;
    },
  };
  const argv = ['ingest', 'a.md'];
  const yes = await typed(argv, { answers, terminal: true, stdin: 'y\n' });
  expect(yes.err).toContain('lies in a repository');
  expect(yes.err).toContain('your own words');
  expect(yes.calls.map(({ input }) => (input as { mine?: boolean }).mine)).toEqual([undefined, true]);
  const no = await typed(argv, { answers, terminal: true, stdin: 'n\n' });
  expect([no.exit, no.calls.length]).toEqual([1, 1]);
  const script = await typed(argv, { answers, stdin: 'y\n' });
  expect([script.exit, script.calls.length]).toEqual([2, 1]);
  expect(script.err).toContain('--mine');
  const json = await typed([...argv, '--json'], { answers, terminal: true, stdin: 'y\n' });
  expect(JSON.parse(json.err)).toMatchObject({ error: { code: 'unconfirmed' } });
  expect((await typed([...argv, '--mine'], { answers })).exit).toBe(0);
});
