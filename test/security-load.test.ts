import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { daemonSocketPath } from '@sqrl/squirrel/protocol/daemon-file.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Kept, keepDaemon, send } from './security/daemon.ts';

let kept: Kept;
let slow: Socket[];
let begun: number;

beforeAll(async () => {
  kept = await keepDaemon();
  begun = Date.now();
  slow = Array.from({ length: 20 }, () => dawdle());
});

afterAll(async () => {
  for (const socket of slow) socket.destroy();
  await kept[Symbol.asyncDispose]();
});

test('too much is not read at any address, whether its size is told or not', async () => {
  const large = `{"text":"${'x'.repeat(17 * 2 ** 20)}"}`;
  for (const path of ['/v1/list', '/v1/hook?client=codex&event=Stop', '/v1/stop', '/v1/open'])
    for (const headers of [{}, { 'transfer-encoding': 'chunked' }]) {
      const said = await send(kept, path, { body: large, headers }).catch(
        (error: NodeJS.ErrnoException) => error,
      );
      if (said instanceof Error) expect(said.code, path).toMatch(/EPIPE|ECONNRESET/);
      else expect(said.status, path).toBe(413);
    }
  expect(
    (
      await send(kept, '/v1/list', { headers: { 'x-filler': 'x'.repeat(20_000) } }).catch(() => ({
        status: 431,
      }))
    ).status,
  ).toBe(431);
  expect((await send(kept, '/v1/status')).status).toBe(200);
});

test('who sends its request a byte at a time is left, and keeps nobody else waiting', async () => {
  expect((await send(kept, '/v1/status')).status).toBe(200);
  while (slow.some((socket) => !socket.destroyed) && Date.now() - begun < 600_000) await sleep(100);
  expect(slow.filter((socket) => !socket.destroyed)).toHaveLength(0);
});

test('hooks are answered by their own door when somebody takes all places at the port', async () => {
  const many = Array.from({ length: 560 }, () =>
    connect(kept.daemon.port, '127.0.0.1').on('error', () => {}),
  );
  await sleep(500);
  const asked = send(kept, '/v1/status', { socketPath: daemonSocketPath(kept.home)! });
  expect((await asked).status).toBe(200);
  for (const socket of many) socket.destroy();
});

/** Says what it wants so slowly that it never comes to an end. */
function dawdle(): Socket {
  const socket = connect(kept.daemon.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`POST /v1/list HTTP/1.1\r\nhost: 127.0.0.1:${kept.daemon.port}\r\n`);
  const timer = setInterval(() => socket.write('x'), 500);
  socket.on('close', () => clearInterval(timer));
  return socket;
}
