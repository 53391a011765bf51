import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PairReply, SyncRequest } from '@sqrl/base/model/sync/hub-protocol.ts';
import { sealedAs, TestDevice } from '@sqrl/hub/testing/device.ts';
import type { TestEngine } from '@sqrl/hub/testing/engines.ts';
import { readLogin } from '@sqrl/squirrel/exchange/hub/login.ts';
import { connectDaemon } from '@sqrl/squirrel/protocol/http-client.ts';
import { openHome } from './homes.ts';
import { type ServedProcess, serve } from './served.ts';

/**
 * Kills the hub while a device pushes, at different moments of a push but never before it has acknowledged one since it
 * started; what was acknowledged must be there when it has started again.
 */
export async function killHub(engine: TestEngine, times: number) {
  await (await engine.open()).close();
  const place = await engine.place();
  let ann: PairReply | undefined;
  let [acknowledged, lost] = [0, 0];
  const perKill: number[] = [];
  for (let i = 0; i <= times; i++) {
    const { child, code, hub, pair, post, stop } = await serve(place);
    ann ??= await pair(code!, 'Ann');
    const { key, person } = ann;
    const reader = new TestDevice(hub, ann);
    await reader.sync();
    for (let n = 0; n < acknowledged; n++) if (!reader.state(person.id, 'memory', `kill${n}`)) lost++;
    if (i === times) {
      await stop();
      break;
    }
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const before = acknowledged;
    try {
      for (;;) {
        const id = `kill${acknowledged}`;
        const state = sealedAs(`Word ${id}`, id);
        await post(
          'sync',
          { protocol: 1, spaces: [], push: [{ space: person.id, kind: 'memory', id, state }] },
          key,
        );
        if (acknowledged++ === before) setTimeout(() => child.kill('SIGKILL'), 37 * i);
      }
    } catch (error) {
      // Else the hub is gone.
      if (acknowledged === before) {
        await stop();
        throw error;
      }
    }
    await ended;
    perKill.push(acknowledged - before);
  }
  rmSync(place.folder, { recursive: true, force: true });
  return { kills: times, acknowledged, perKill, lost };
}

const WHERE = ['before the hub has the request', 'before the reply', 'after the reply'] as const;

/** Kills the daemon at each of three places of a push; what it acknowledged must be in the home, and reach the hub. */
export async function killDaemon(engine: TestEngine, program: string, times: number) {
  await (await engine.open()).close();
  const place = await engine.place();
  const hub = await serve(place);
  const root = mkdtempSync(join(tmpdir(), 'sqrl-bench-kill-'));
  const { server, url, kill } = await killingProxy(hub);
  try {
    const setUp = openHome(root);
    const { home, project } = setUp;
    await setUp.client.call('hubLogin', { url, code: hub.code!, person: 'Ann', device: 'laptop' });
    await setUp.client.call('hubLink', { create: true, auto: true });
    await setUp.close();
    const acknowledged: string[] = [];
    const killed: Record<string, number> = {};
    for (let i = 0; i < times; i++) {
      const child = spawn(process.execPath, [program, 'start', '--foreground'], {
        env: { PATH: process.env.PATH, HOME: root, SQRL_HOME: home },
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const where = WHERE[i % WHERE.length]!;
      kill(undefined, where);
      await writeUntilDead(child, { home, project }, i, acknowledged, () => kill(child, where));
      await ended;
      killed[where] = (killed[where] ?? 0) + 1;
    }
    kill(undefined, WHERE[0]);
    const after = openHome(root);
    const { memories } = await after.client.call('list', { limit: 1000 } as never);
    const here = new Set(memories.map(({ id }) => id));
    // A later sentence that is like it took its place: it is in the home, and not owed to the hub.
    const replaced = new Set<string>();
    for (const id of acknowledged) {
      const found = here.has(id) ? undefined : await after.client.call('get', { id }).catch(() => undefined);
      if (found?.status === 'deprecated') replaced.add(id);
    }
    await after.client.call('hubSync', {});
    await after.close();
    const reader = new TestDevice(hub.hub, await readerOf(hub, home));
    await reader.sync();
    const atHub = new Set([...reader.records.keys()].map((key) => key.split(' ')[2]));
    const owed = acknowledged.filter((id) => !replaced.has(id));
    return {
      ...{ kills: times, killed, acknowledged: acknowledged.length, replaced: replaced.size },
      lostAtHome: owed.filter((id) => !here.has(id)).length,
      lostAtHub: owed.filter((id) => !atHub.has(id)).length,
    };
  } finally {
    server.closeAllConnections();
    server.close();
    await hub.stop();
    for (const folder of [root, place.folder]) rmSync(folder, { recursive: true, force: true });
  }
}

async function readerOf({ pair, post }: ServedProcess, home: string) {
  const { code } = await post<{ code: string }>('invite', {}, readLogin(home)!.key);
  return pair(code, '');
}

const WORDS = [
  'amber',
  'birch',
  'cobalt',
  'delta',
  'ember',
  'fjord',
  'garnet',
  'harbor',
  'indigo',
  'juniper',
];

async function writeUntilDead(
  child: ChildProcess,
  { home, project }: { home: string; project: string },
  round: number,
  acknowledged: string[],
  arm: () => void,
): Promise<void> {
  const start = { node: '', args: [], env: {} };
  const alive = () => child.exitCode === null && child.signalCode === null;
  let client: Awaited<ReturnType<typeof connectDaemon>>;
  while (alive() && !client) {
    client = await connectDaemon({ home, version: '0.0.0', ifMissing: 'leave', start }, { project }).catch(
      () => undefined,
    );
    if (!client) await sleep(100);
  }
  try {
    // A device may add 200 a day.
    for (let n = 0; alive(); n++) {
      if (n < 7) {
        const text = `The ${WORDS[round % 10]} ${WORDS[n]} service of round ${round} reads ${WORDS[(round * 3 + n) % 10]!.toUpperCase()}_${round}_${n}`;
        acknowledged.push((await client!.call('remember', { text })).id);
        if (n === 2) arm();
      } else await sleep(50);
    }
  } catch {
    // The daemon is gone.
  } finally {
    await client?.close().catch(() => {});
  }
}

/** Passes requests on to a hub, and kills a process at a place of its next push. */
async function killingProxy({ url: to }: ServedProcess) {
  let victim: ChildProcess | undefined;
  let where: (typeof WHERE)[number] = WHERE[0];
  const server = createServer((request, response) => {
    void (async () => {
      const body = request.method === 'POST' ? await text(request) : undefined;
      const isPush =
        request.url === '/v1/sync' &&
        (JSON.parse(body!) as SyncRequest).push.length > 0 &&
        victim !== undefined;
      const strike = (at: string) => isPush && at === where && victim?.kill('SIGKILL');
      if (strike(WHERE[0])) return;
      const headers = { authorization: request.headers.authorization ?? '' };
      const reply = await fetch(`${to}${request.url}`, {
        method: request.method!,
        headers,
        ...(body && { body }),
      });
      const said = await reply.text();
      if (strike(WHERE[1])) return;
      response
        .writeHead(reply.status, { 'content-type': 'application/json' })
        .end(said, () => strike(WHERE[2]));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kill(child: ChildProcess | undefined, at: (typeof WHERE)[number]) {
      [victim, where] = [child, at];
    },
  };
}
