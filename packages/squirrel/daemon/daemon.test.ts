import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { daemonFilePath, readDaemonFile } from '../protocol/daemon-file.ts';
import { connectDaemon } from '../protocol/http-client.ts';
import { lockPath, markStopped } from './single.ts';
import { lives, person, until } from './testing/homes.ts';

const ALONE = '[daemon]\nfollow = false\n';

test('two clients that start at once find one daemon, which commands use and which rejects other users', async () => {
  const { home, project, reach, sqrl } = person(ALONE);
  const daemon = async (argv: string[], env?: Record<string, string>) =>
    JSON.parse((await sqrl(['status', '--json', ...argv], env)).out).daemon?.pid ?? null;
  expect(await daemon([])).toBeNull();
  expect(readDaemonFile(home)).toBeUndefined();
  const [a, b] = await Promise.all([
    connectDaemon(reach(), { project }),
    connectDaemon(reach(), { project }),
  ]);
  await a!.call('remember', { text: 'We use pnpm, never npm' });
  const [one, other] = await Promise.all([a!.call('status', {}), b!.call('status', {})]);
  const { pid } = one.daemon!;
  expect(pid).toBe(other.daemon!.pid);
  expect(other.knows.memories).toBe(1);
  expect(statSync(daemonFilePath(home)).mode & 0o777).toBe(0o600);
  expect(statSync(join(home, 'daemon.log')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(home, 'daemon.log'), 'utf8').match(/listening on port/g)).toHaveLength(1);
  await Promise.all([a!.close(), b!.close()]);

  expect(JSON.parse((await sqrl(['start', '--json'])).out)).toMatchObject({ pid, started: false });
  expect(
    await Promise.all([daemon([]), daemon(['--no-daemon']), daemon([], { SQRL_NO_DAEMON: '1' })]),
  ).toEqual([pid, null, null]);
  expect(await sqrl(['show', 'nothing'])).toMatchObject({ exit: 3 });
  expect((await sqrl(['status'])).out).toMatch(/^Squirrel 0\.1\.0 · .* · process \d+/);

  // Stopped, it leaves no process, no lock and no file.
  expect(await sqrl(['stop', '--json'])).toMatchObject({ exit: 0, out: `{"stopped":true,"pid":${pid}}\n` });
  expect(lives(pid)).toBe(false);
  expect(readdirSync(home).filter((name) => /^daemon\.(json|lock)|-wal$/.test(name))).toEqual([]);
  expect((await sqrl(['stop'])).out).toBe('No daemon was running.\n');
});

test('a command that waits for it does not start another one after a stop', async () => {
  const { home, project, reach } = person(ALONE);
  writeFileSync(join(project, 'cart.ts'), 'export const add = () => 1;\n');
  const client = await connectDaemon(reach(), { project });
  const working = Promise.withResolvers<void>();
  const answer = client!.call('graphIndex', { watch: true }, { onProgress: () => working.resolve() });
  await working.promise;
  const { pid } = readDaemonFile(home)!;
  // As `sqrl stop` does with a daemon that takes too long.
  markStopped(home);
  process.kill(pid, 'SIGKILL');
  await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
  expect(readDaemonFile(home)?.pid).toBe(pid);
  await client!.close();
});

test('a killed daemon is replaced by another, and its clients do not notice', async () => {
  const { home, project, reach } = person(ALONE);
  const client = await connectDaemon(reach(), { project });
  await client!.call('remember', { text: 'Money is kept in integer cents' });
  const first = readDaemonFile(home)!;
  process.kill(first.pid, 'SIGKILL');
  await until(() => !lives(first.pid));
  const { memories } = await client!.call('list', {});
  expect(memories.map(({ text }) => text)).toEqual(['Money is kept in integer cents']);
  expect(readDaemonFile(home)!.pid).not.toBe(first.pid);
  await client!.close();
});

test('killed in the middle of reading logs, the next one goes on: nothing is lost and nothing twice', async () => {
  // To embed all that was said would take longer than to read it.
  const { home, root, project, reach } = person('[conversations]\nmax_vectors = 50\n');
  const logs = join(root, '.claude', 'projects', '-shop');
  mkdirSync(logs, { recursive: true });
  const prompts = 250;
  let sessions = 0;
  const addLogs = () => {
    for (const end = sessions + 6; sessions < end; sessions++)
      writeFileSync(join(logs, `s${sessions}.jsonl`), sessionLog(`s${sessions}`, project, prompts));
  };
  addLogs();
  const client = await connectDaemon(reach(), { project });
  const events = async () => (await client!.call('stats', {})).events;
  /** Kills the daemon once it has read this many events; true if it had not read all. */
  const killAfter = async (enough: number): Promise<boolean> => {
    const killedAt = await until(async () => {
      const read = await events();
      return read >= enough && read;
    });
    const { pid } = readDaemonFile(home)!;
    process.kill(pid, 'SIGKILL');
    await until(() => !lives(pid));
    return killedAt < sessions * prompts;
  };
  let inTheMiddle = Number(await killAfter(1)) + Number(await killAfter(2 * prompts));
  // On a busy machine we may have looked when all was read.
  while (inTheMiddle === 0) {
    const read = sessions * prompts;
    addLogs();
    inTheMiddle += Number(await killAfter(read + 1));
  }
  await until(async () => (await events()) >= sessions * prompts);
  const { sessions: read, total } = await client!.call('sessions', { limit: 100 });
  expect(total).toBe(sessions);
  expect(read.map((each) => each.prompts)).toEqual(Array(sessions).fill(prompts));
  // It goes on following, too.
  appendFileSync(join(logs, 's0.jsonl'), promptLine('s0', project, prompts));
  await until(async () => (await events()) === sessions * prompts + 1);
  await client!.close();
});

test('a newer client politely replaces an older daemon; an older client speaks to a newer one; a signal stops it', async () => {
  const { home, project, reach, sqrl } = person(ALONE);
  const { pid, started } = JSON.parse((await sqrl(['start', '--json'])).out);
  expect([pid, started]).toEqual([readDaemonFile(home)!.pid, true]);
  const older = await connectDaemon(reach({ version: '0.0.9' }), { project });
  expect((await older!.call('status', {})).daemon!.pid).toBe(pid);
  await older!.close();

  const newer = await connectDaemon(reach({ version: '0.2.0' }), { project });
  const next = (await newer!.call('status', {})).daemon!.pid;
  expect(next).not.toBe(pid);
  await until(() => !lives(pid));
  expect(readFileSync(join(home, 'daemon.log'), 'utf8')).toContain('stopping: stop requested');
  await newer!.close();

  process.kill(next, 'SIGTERM');
  await until(() => !lives(next));
  expect([existsSync(daemonFilePath(home)), existsSync(lockPath(home))]).toEqual([false, false]);
});

test('with nothing to do it ends by itself, where that is wished for', async () => {
  const { home, reach } = person('[daemon]\nfollow = false\nidle_minutes = 0.01\n');
  await (await connectDaemon(reach(), { global: true }))!.close();
  const log = () => readFileSync(join(home, 'daemon.log'), 'utf8');
  await until(() => log().includes('stopping: idle for'));
  await until(() => !existsSync(lockPath(home)));
  expect(readDaemonFile(home)).toBeUndefined();
});

test('unasked it learns from any project’s sessions and follows the code of an active one, and its threads end with it', async () => {
  const { home, root, project, reach, sqrl } = person();
  const logs = join(root, '.claude', 'projects', '-all');
  const projects = ['alpha', 'beta'].map((name) => join(root, name));
  for (const folder of [logs, ...projects, join(project, '.git')]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(project, 'cart.ts'), 'export const cart = [];\n');
  const client = await connectDaemon(reach(), { project });
  const say = (content: string) => {
    for (const [n, folder] of projects.entries())
      for (const part of ['a', 'b']) {
        const session = `${n}${part}`;
        appendFileSync(join(logs, `${session}.jsonl`), said(session, folder, content, content.length));
      }
  };
  const learned = async (words: string) => {
    for (const folder of projects) {
      await using there = (await connectDaemon(reach(), { project: folder }))!;
      await until(async () =>
        (await there.call('list', {})).memories.some(({ text }) => text.includes(words)),
      );
    }
  };
  say('Always run the tests with pnpm test, never with npm test.');
  await learned('pnpm test');
  // Once more as the logs grow, before their sessions end, by the thread that waits for more to learn.
  say('From now on never push without asking me first.');
  await learned('push without asking');

  await client!.call('remember', { text: 'The cart is an array' });
  const files = async () => (await client!.call('graphStatus', {})).files;
  await until(async () => (await files()) === 1);
  writeFileSync(join(project, 'price.ts'), 'export const price = 1;\n');
  await until(async () => (await files()) === 2);
  const watching = async (name: string) =>
    (await client!.call('status', {})).daemon!.jobs.some(
      (job) => job.name === name && job.state === 'watching',
    );
  await until(() => watching('follow code'));
  await until(() => watching('follow logs'));
  await client!.close();
  const { pid } = readDaemonFile(home)!;
  expect((await sqrl(['stop'])).exit).toBe(0);
  expect(lives(pid)).toBe(false);
});

/** A session with this many statements of a person. */
const sessionLog = (session: string, cwd: string, prompts: number): string =>
  Array.from({ length: prompts }, (_, n) => promptLine(session, cwd, n)).join('');

const promptLine = (session: string, cwd: string, n: number): string =>
  said(session, cwd, `Please look at part ${n} of the shop and tell me what it does`, n);

function said(session: string, cwd: string, content: string, n = 0): string {
  const line = {
    type: 'user',
    uuid: `${session}-${n}`,
    parentUuid: null,
    isSidechain: false,
    userType: 'external',
    sessionId: session,
    cwd,
    version: '2.1.0',
    gitBranch: '',
    timestamp: new Date(Date.UTC(2026, 10, 14, 10) + n * 1000).toISOString(),
    message: { role: 'user', content },
  };
  return `${JSON.stringify(line)}\n`;
}
