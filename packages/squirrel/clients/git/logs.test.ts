import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LogPiece, RawEvent } from '@sqrl/base/model/reader.ts';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { coAuthorsOf, commitsOf, git, linkOf, parseCommit } from './logs.ts';

const env = { PATH: process.env.PATH };

function aRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-git-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  let minute = 0;
  const started = (args: string[], input = ''): string =>
    execFileSync('git', args, {
      cwd: folder,
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        ...env,
        HOME: folder,
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_AUTHOR_DATE: `2026-03-01T10:${String(minute).padStart(2, '0')}:00Z`,
        GIT_COMMITTER_DATE: `2026-03-02T10:${String(minute).padStart(2, '0')}:00Z`,
        GIT_AUTHOR_NAME: 'Ada',
        GIT_AUTHOR_EMAIL: 'ada@example.com',
        GIT_COMMITTER_NAME: 'Ada',
        GIT_COMMITTER_EMAIL: 'ada@example.com',
      },
    }).trim();
  const run = Object.assign((...args: string[]) => started(args), {
    with:
      (input: string) =>
      (...args: string[]) =>
        started(args, input),
  });
  run('init', '-q', '-b', 'main');
  const commit = (message: string, files: Record<string, string> = {}): string => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    minute++;
    run('add', '-A');
    run('commit', '-q', '--allow-empty', '-m', message);
    return run('rev-parse', 'HEAD');
  };
  return { folder, run, commit };
}

async function read(folder: string, state?: unknown): Promise<{ events: RawEvent[]; state: unknown }> {
  const reading = git.open({ client: 'git', path: folder, form: 'database' }, state);
  const events: RawEvent[] = [];
  for await (const piece of commitsOf(folder, { state, env }))
    for (const taken of [reading.take(piece)].flat()) events.push(...taken.events);
  return { events, state: JSON.parse(JSON.stringify(reading.state())) };
}

test('a commit is told with its message, its files and the session it came from', async () => {
  const { folder, commit, run } = aRepository();
  commit('Add the adder', { 'src/add.js': 'one\n'.repeat(30), 'doc é.md': 'x', 'old.txt': 'y' });
  rmSync(join(folder, 'old.txt'));
  renameSync(join(folder, 'src/add.js'), join(folder, 'src/sum.js'));
  const hash = commit(
    'Rename it\n\nBecause sums are more than adding.\n\nSession-Id: 0b5c8f1e-1c1a-4d65-9e1f-3a6a5f3f2b10\nCo-Authored-By: Claude Opus 4.6 <noreply@anthropic.com>',
    { 'doc é.md': 'z' },
  );
  const { events } = await read(folder);

  expect(events.map(({ text }) => text.split('\n')[0])).toEqual(['Add the adder', 'Rename it']);
  expect(events[1]).toMatchObject({
    key: hash,
    session: 'git',
    kind: 'commit',
    toolName: 'commit',
    at: Date.parse('2026-03-01T10:02:00Z'),
    call: '0b5c8f1e-1c1a-4d65-9e1f-3a6a5f3f2b10',
    model: 'Claude Opus 4.6',
    cwd: folder,
    outcome: 'ok',
  });
  expect(events[1]!.text).toContain('Because sums are more than adding.');
  expect(events[1]!.files).toEqual([
    { path: 'doc é.md', way: 'edit', lines: null },
    { path: 'old.txt', way: 'delete', lines: null },
    { path: 'src/add.js', way: 'delete', lines: null },
    { path: 'src/sum.js', way: 'edit', lines: null },
  ]);
  expect(run('status', '--porcelain')).toBe('');
});

test('only what is new is read, whatever branch it is on, and reading can be broken off after any commit', async () => {
  const { folder, commit, run } = aRepository();
  commit('one', { a: '1' });
  run('checkout', '-q', '-b', 'side');
  commit('two', { b: '1' });
  run('checkout', '-q', 'main');
  commit('three', { c: '1' });
  run('merge', '-q', '--no-ff', '-m', 'four', 'side');
  run('branch', '-q', 'idle', 'HEAD~1');
  const all = await read(folder);
  expect(all.events.map(({ text }) => text).sort()).toEqual(['four', 'one', 'three', 'two']);
  expect(all.events.find(({ text }) => text === 'four')).toMatchObject({ toolName: 'merge', files: [] });
  expect((await read(folder, all.state)).events).toEqual([]);

  const pieces: LogPiece[] = [];
  for await (const piece of commitsOf(folder, { env })) pieces.push(piece);
  for (let cut = 0; cut <= pieces.length; cut++) {
    const first = git.open({ client: 'git', path: folder, form: 'database' });
    const before = pieces
      .slice(0, cut)
      .flatMap((piece) => [first.take(piece)].flat().flatMap((t) => [...t.events]));
    const after = await read(folder, first.state());
    expect([...before, ...after.events].map(({ key }) => key)).toEqual(all.events.map(({ key }) => key));
  }

  commit('five');
  expect((await read(folder, all.state)).events.map(({ text }) => text)).toEqual(['five']);
});

test('history that was rewritten and thrown away costs nothing but reading what took its place', async () => {
  const { folder, commit, run } = aRepository();
  commit('one', { a: '1' });
  commit('two', { a: '2' });
  const before = await read(folder);
  run('commit', '-q', '--amend', '-m', 'two, better said');
  run('reflog', 'expire', '--expire=now', '--all');
  run('gc', '-q', '--prune=now');

  const after = await read(folder, before.state);
  expect(after.events.map(({ text }) => text)).toContain('two, better said');
  expect((await read(folder, after.state)).events).toEqual([]);
});

test('a repository without a commit, and one whose HEAD was never committed to, can be read', async () => {
  const { folder, commit, run } = aRepository();
  expect((await read(folder)).events).toEqual([]);
  commit('one', { a: '1' });
  run('checkout', '-q', '--orphan', 'fresh');
  expect((await read(folder)).events.map(({ text }) => text)).toEqual(['one']);
});

test('a folder that is no repository says so, and a missing git does too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sqrl-git-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await expect(read(folder)).rejects.toThrow(/not a git repository/);
  const missing = async () => {
    for await (const _ of commitsOf(folder, { env, git: join(folder, 'no-git') })) return;
  };
  await expect(missing()).rejects.toThrow(/could not be started/);
});

test('nothing that a repository names in its configuration is run', async () => {
  const { folder, commit, run } = aRepository();
  const first = commit('one', { 'a.txt': '1', '.gitattributes': '*.txt diff=evil filter=evil\n' });
  commit('two', { 'a.txt': '2' });
  const [head, ...body] = run('cat-file', 'commit', 'HEAD').split('\n\n');
  const signed = run.with(
    `${head}\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----\n\n${body}\n`,
  )('hash-object', '-t', 'commit', '-w', '--stdin');
  run('reset', '-q', '--hard', signed);
  const proof = join(folder, '.git', 'proof');
  const evil = join(folder, '.git', 'evil.sh');
  writeFileSync(evil, `#!/bin/sh\ntouch '${proof}'\ncat\n`);
  chmodSync(evil, 0o755);
  const named =
    'core.fsmonitor core.pager pager.log diff.external diff.evil.command diff.evil.textconv gpg.program';
  for (const key of [...named.split(' '), 'core.sshCommand', 'core.askPass', 'credential.helper'])
    run('config', key, evil);
  run('config', 'log.showSignature', 'true');
  run('log', '-p', '--ext-diff');
  expect(existsSync(proof), 'git itself runs what is named').toBe(true);
  rmSync(proof);

  expect((await read(folder)).events.map(({ key }) => key)).toEqual([first, signed]);
  expect(existsSync(proof)).toBe(false);
});

test('a commit of very many files is cut, and the next one is whole', async () => {
  const { folder, commit, run } = aRepository();
  const empty = run('hash-object', '-w', '--stdin');
  const names = Array.from({ length: 5000 }, (_, i) => `${'deep/'.repeat(30)}${i}-${'x'.repeat(100)}`);
  run.with(names.map((name) => `100644 ${empty}\t${name}\n`).join(''))('update-index', '--index-info');
  run('commit', '-q', '-m', 'all at once');
  const { events } = await read(folder);
  expect(events[0]!.files.length).toBeGreaterThan(1000);
  expect(events[0]!.files.length).toBeLessThan(5000);
  for (const { path } of events[0]!.files) expect(path).toMatch(/\d+-x{100}$/);

  run('checkout', '-q', '--orphan', 'other');
  run('rm', '-q', '-r', '--cached', '.');
  commit('after', { 'after.txt': '' });
  expect((await read(folder)).events.at(-1)).toMatchObject({
    text: 'after',
    files: [{ path: 'after.txt', way: 'write' }],
  });
});

test('trailers of many tools are understood', () => {
  expect(linkOf([['Entire-Checkpoint', '8c758360e7fb']])).toBe('checkpoint:8c758360e7fb');
  expect(
    linkOf([
      ['Entire-Checkpoint', '8c758360e7fb'],
      ['Claude-Session', 'https://claude.ai/code/session_01AbCdEf'],
    ]),
  ).toBe('session_01AbCdEf');
  expect(linkOf([['Codex-Thread-Id', '019c2f6e-5f6b-7000-8000-000000000000']])).toBe(
    '019c2f6e-5f6b-7000-8000-000000000000',
  );
  expect(
    linkOf([
      ['Signed-off-by', 'Ada <ada@example.com>'],
      ['Session', 'of last week, see notes'],
    ]),
  ).toBeNull();
  expect(
    coAuthorsOf([
      ['Co-authored-by', 'Ada <ada@example.com>'],
      ['co-authored-by', 'Claude <noreply@anthropic.com>'],
    ]),
  ).toEqual(['Ada', 'Claude']);
});

test('no bytes make the parser fail', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      parseCommit(bytes);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.string()), (words) => {
      const commit = parseCommit(
        Buffer.from([`${'a'.repeat(40)}`, '', '1770000000', '1770000000', ...words].join('\0')),
      );
      if (commit) for (const { path } of commit.files) expect(path).not.toBe('');
    }),
  );
});
