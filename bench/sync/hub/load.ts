import { readdirSync, rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { HUB_PROTOCOL, type HubSpace, type SyncReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import { sealedAs, worded } from '@sqrl/hub/testing/device.ts';
import type { TestEngine } from '@sqrl/hub/testing/engines.ts';
import { percentile } from '../../percentiles.ts';
import { cpuOfHub, memoryMbOf, serve } from './served.ts';

const PER_SECOND = 20;
const DEVICES = 8;
const SAMPLE_MS = 10_000;

/** What a device of a team does, and now and then what a stranger does; with the status that is right. */
const MIX = [
  ...Array<'sync'>(10).fill('sync'),
  ...Array<'push'>(4).fill('push'),
  ...(['seal', 'seal', 'search', 'members', 'live', 'wrong key', 'not JSON', 'odd method'] as const),
] as const;

/** Twenty requests a second for a while: what failed, how long they took, and whether memory and descriptors grow. */
export async function loadOfHub(engine: TestEngine, seconds: number) {
  const place = await engine.place();
  const served = await serve(place);
  const pid = served.child.pid!;
  try {
    const ann = await served.pair(served.code!, 'Ann');
    const { space } = await served.post<{ space: HubSpace }>(
      'spaces',
      { kind: 'project', name: 'shop' },
      ann.key,
    );
    const devices = [{ ...ann, at: { after: 0, mark: '' }, live: '' }];
    while (devices.length < DEVICES) {
      const { code } = await served.post<{ code: string }>('invite', {}, ann.key);
      devices.push({ ...(await served.pair(code, '')), at: { after: 0, mark: '' }, live: '' });
    }
    const [tookMs, failed, samples]: [number[], Record<string, number>, { mb: number; fds: number }[]] = [
      [],
      {},
      [],
    ];
    const ask = async (n: number) => {
      const what = MIX[n % MIX.length]!;
      const device = devices[n % DEVICES]!;
      const began = performance.now();
      const status = await send(what, device, n).catch((error) => `${what}: ${(error as Error).message}`);
      // A request that waits for news is meant to wait.
      if (what !== 'live') tookMs.push(performance.now() - began);
      if (status !== undefined) failed[status] = (failed[status] ?? 0) + 1;
    };
    async function send(what: (typeof MIX)[number], device: (typeof devices)[number], n: number) {
      const headers = {
        authorization: `Bearer ${what === 'wrong key' ? `${device.key.slice(0, -4)}AAAA` : device.key}`,
      };
      const mine = what === 'seal' ? ann.person.id : space.id;
      const state =
        what === 'seal'
          ? sealedAs(`text ${n}`, `t${n}`)
          : worded(`Service ${n} needs port ${n}`, { tag: `t${n}`, at: Date.now() });
      const isPush = what === 'push' || what === 'seal';
      // Few records, so that most are changed again.
      const push = isPush ? [{ space: mine, kind: 'memory', id: `load${n % 100}`, state }] : [];
      const body =
        what === 'search'
          ? { question: `service ${n}`, without: [], limit: 5 }
          : { protocol: HUB_PROTOCOL, spaces: [{ id: space.id, ...device.at }], push };
      const [method, path, wanted] = {
        ...{ sync: ['POST', 'sync', 200], push: ['POST', 'sync', 200], seal: ['POST', 'sync', 200] },
        ...{ search: ['POST', 'search', 200], members: ['GET', `members?space=${space.id}`, 200] },
        ...{ live: ['GET', `live?after=${device.live}`, 200], 'wrong key': ['POST', 'sync', 401] },
        ...{ 'not JSON': ['POST', 'sync', 400], 'odd method': ['DELETE', 'sync', 404] },
      }[what] as [string, string, number];
      const text = what === 'not JSON' ? '{"a":' : JSON.stringify(body);
      const reply = await fetch(`${served.url}/v1/${path}`, {
        method,
        headers,
        ...(method === 'POST' && { body: text }),
      });
      const said = (await reply.json()) as SyncReply;
      if (reply.status !== wanted) return `${what}: ${reply.status}`;
      if (path !== 'sync' || reply.status !== 200) return undefined;
      const pulled = said.spaces.find(({ id }) => id === space.id)!;
      device.at = { after: pulled.cursor, mark: pulled.mark };
      device.live = said.live;
      return said.refused.length > 0 ? `${what}: ${said.refused[0]!.why.code}` : undefined;
    }
    const look = setInterval(
      () => samples.push({ mb: Math.round(memoryMbOf(pid)), fds: readdirSync(`/proc/${pid}/fd`).length }),
      SAMPLE_MS,
    );
    const cpuMs = cpuOfHub(served.child, place);
    const asked: Promise<void>[] = [];
    // By how much this process itself is late: on a busy machine it is the machine that is measured.
    const lateMs: number[] = [];
    const began = performance.now();
    for (let n = 0; n < seconds * PER_SECOND; n++) {
      await sleep(Math.max(0, began + (n * 1000) / PER_SECOND - performance.now()));
      lateMs.push(performance.now() - began - (n * 1000) / PER_SECOND);
      asked.push(ask(n));
    }
    await Promise.all(asked);
    clearInterval(look);
    const range = (of: 'mb' | 'fds', part: typeof samples) =>
      part.map((one) => one[of]).sort((a, b) => a - b);
    const half = samples.length >> 1;
    const middle = (all: number[]) => all[all.length >> 1] ?? 0;
    const seen = (of: 'mb' | 'fds') => ({
      ...{
        firstHalf: middle(range(of, samples.slice(0, half))),
        secondHalf: middle(range(of, samples.slice(half))),
      },
      most: range(of, samples).at(-1) ?? 0,
    });
    return {
      ...{ requests: asked.length, failed, tookMs: percentilesOf(tookMs), lateMs: percentilesOf(lateMs) },
      ...{ memoryMb: seen('mb'), descriptors: seen('fds') },
      cpuMsPerRequest: (cpuOfHub(served.child, place) - cpuMs) / asked.length,
    };
  } finally {
    await served.stop();
    rmSync(place.folder, { recursive: true, force: true });
  }
}

const percentilesOf = (all: number[]) =>
  Object.fromEntries(
    [0.5, 0.95, 0.99].map((share) => [`p${share * 100}`, Math.round(percentile(all, share))]),
  );
