import { chmodSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { ListenOptions } from 'node:net';
import { join } from 'node:path';
import { Problem } from '@sqrl/base/problem.ts';

/**
 * The embedded database bears one process. The one that has it listens at a socket in the hub's folder, which only its owner
 * can open; other commands of the same person ask there.
 */
const socketOf = (folder: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\${folder.replace(/[^\w]/g, '-')}`
    : join(folder, 'operator.sock');

/** Holds the folder until it is closed; a Problem where another process does. */
export async function holdFolder(folder: string, listener?: RequestListener): Promise<Server> {
  const path = socketOf(folder);
  const server = createServer(listener ?? ((_, response) => response.writeHead(503).end('{}')));
  try {
    await listening(server, { path });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (await isAnswered(path))
      throw new Problem(`Another process has the hub in ${folder}.`, 'Stop `sqrl-hub serve` first.', 'store');
    // Of one that was killed.
    rmSync(path, { force: true });
    await listening(server, { path });
  }
  if (process.platform !== 'win32') chmodSync(path, 0o600);
  return server;
}

export const listening = (server: Server, at: ListenOptions): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, () => {
      server.off('error', reject);
      resolve();
    });
  });

const isAnswered = (path: string): Promise<boolean> =>
  askAt(path, '/', '').then(
    () => true,
    () => false,
  );

/** Asks the process that holds the folder; undefined where none does. */
export async function askHolder(folder: string, verb: string, input: object): Promise<unknown> {
  let said: { status: number; text: string };
  try {
    said = await askAt(socketOf(folder), `/${verb}`, JSON.stringify(input));
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
  const answer = JSON.parse(said.text) as { problem?: { message: string; hint: string } };
  if (said.status === 200) return answer;
  throw new Problem(
    answer.problem?.message ?? 'Another command works on the hub.',
    answer.problem?.hint ?? 'Try again in a moment.',
    'store',
  );
}

const askAt = (socketPath: string, path: string, body: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request({ socketPath, path, method: 'POST' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece) => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode!, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
