import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { daemonFilePath, readDaemonFile } from './daemon-file.ts';
import { reachDaemon } from './reach-daemon.ts';

const start = { node: '/nowhere/node', args: ['x'], env: {} };

/** A home whose daemon died, and whose port another program has now. */
async function haunted(answer: (url: string) => { status: number; body: string } | 'silence') {
  const home = mkdtempSync(join(tmpdir(), 'sqrl-reach-'));
  const heard: string[] = [];
  const server = createServer((asked, response) => {
    heard.push(`${asked.url} ${JSON.stringify(asked.headers)}`);
    const said = answer(asked.url!);
    if (said !== 'silence') response.writeHead(said.status).end(said.body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    rmSync(home, { recursive: true });
  });
  const token = 't'.repeat(43);
  const { port } = server.address() as AddressInfo;
  const file = { host: '127.0.0.1', port, token, pid: 1, version: '0.1.0', protocol: 1, startedAt: 0 };
  writeFileSync(daemonFilePath(home), JSON.stringify(file), { mode: 0o600 });
  return { home, token, heard };
}

test('another program on the port of a daemon that died never sees the token', async () => {
  const { home, token, heard } = await haunted(() => ({ status: 200, body: '{"proof":"guessed"}' }));
  expect(await reachDaemon({ home, version: '0.1.0', ifMissing: 'leave', start })).toBeUndefined();
  expect(heard.length).toBeGreaterThan(0);
  expect(heard.join()).not.toContain(token);
});

test('a daemon that does not answer is waited for, and then reported', async () => {
  const { home } = await haunted(() => 'silence');
  await expect(
    reachDaemon({ home, version: '0.1.0', ifMissing: 'leave', start, patienceMs: 100 }),
  ).rejects.toMatchObject({
    message: 'The daemon (process 1) does not respond.',
    hint: expect.stringContaining('sqrl stop'),
  });
});

test('one that cannot be started is reported at once', async () => {
  const home = mkdtempSync(join(tmpdir(), 'sqrl-reach-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  await expect(reachDaemon({ home, version: '0.1.0', ifMissing: 'start', start })).rejects.toMatchObject({
    message: expect.stringMatching(/did not start: .*ENOENT/),
  });
});

test('a file that others may read, or that is broken, leads nowhere', async () => {
  const { home } = await haunted(() => ({ status: 200, body: '{}' }));
  expect(readDaemonFile(home)).toBeDefined();
  chmodSync(daemonFilePath(home), 0o644);
  expect(readDaemonFile(home)).toBeUndefined();
  chmodSync(daemonFilePath(home), 0o600);
  for (const text of ['', '{"port":', '{"port":1}', '{"host":"10.0.0.1"}', 'null']) {
    writeFileSync(daemonFilePath(home), text);
    expect(readDaemonFile(home), text).toBeUndefined();
  }
});
