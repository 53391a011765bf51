import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PairReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import type { HubPlace } from '@sqrl/hub/open.ts';
import { BEGAN, type TestHub } from '@sqrl/hub/testing/device.ts';
import type { Hono } from 'hono';

/** What is built, else its source. */
const BUILT = fileURLToPath(new URL('../../../packages/hub/dist/hub/main.js', import.meta.url));
const HUB_PROGRAM = existsSync(BUILT) ? BUILT : BUILT.replace('dist/hub/main.js', 'main.ts');

/** `sqrl-hub serve` in a process of its own. */
export interface ServedProcess {
  child: ChildProcess;
  url: string;
  /** The code for the first person of a new hub. */
  code: string | undefined;
  /** As the test devices reach it. */
  hub: TestHub;
  post<T>(call: string, body: unknown, key?: string): Promise<T>;
  pair(code: string, person: string): Promise<PairReply>;
  stop(): Promise<void>;
}

export async function serve({ folder, database }: HubPlace): Promise<ServedProcess> {
  const args = [HUB_PROGRAM, 'serve', '--port', '0', '--json', '--dir', folder];
  const child = spawn(process.execPath, database ? [...args, '--database', database] : args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, SQRL_HOME: join(folder, 'home') },
  });
  const { url, first } = await new Promise<{ url: string; first: { code: string } | null }>(
    (resolve, reject) => {
      let text = '';
      child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (text.includes('\n')) resolve(JSON.parse(text));
      });
      child.once('exit', () => reject(new Error('the hub did not start')));
    },
  );
  const app = { request: (path: string, init: RequestInit) => fetch(`${url}${path}`, init) };
  const post = async <T>(call: string, body: unknown, key = ''): Promise<T> => {
    const headers = { authorization: `Bearer ${key}` };
    const reply = await fetch(`${url}/v1/${call}`, { method: 'POST', body: JSON.stringify(body), headers });
    if (!reply.ok) throw new Error(await reply.text());
    return (await reply.json()) as T;
  };
  return {
    ...{ child, url, code: first?.code, post },
    hub: { app: app as unknown as Hono, log: [], clock: { now: BEGAN } } as unknown as TestHub,
    pair: (code, person) => post<PairReply>('pair', { code, person, device: 'laptop' }),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await ended;
    },
  };
}

/** Milliseconds of CPU that a hub has used: its process, and the PostgreSQL that works for it. */
export function cpuOfHub({ pid }: ChildProcess, { database }: HubPlace): number {
  const host = database && new URL(database).searchParams.get('host');
  const server = host ? Number(readFileSync(join(host, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]) : 0;
  const backends = server === 0 ? [] : childrenOf(server);
  return [pid!, ...backends].reduce((sum, each) => sum + cpuOfProcess(each), 0);
}

const statOf = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');

/** Ids of the processes that a process started, those that it has not buried yet included. */
export const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return Number(statOf(pid)[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);

/** Milliseconds that a process has worked, all its threads together. */
export function cpuOfProcess(pid: number): number {
  const fields = statOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
