import { rmSync } from 'node:fs';
import { HUB_PROTOCOL, type HubSpace, type SyncReply } from '@sqrl/base/model/sync/hub-protocol.ts';
import { sealedAs, worded } from '@sqrl/hub/testing/device.ts';
import type { TestEngine } from '@sqrl/hub/testing/engines.ts';
import { askSteadily } from '../../steady.ts';
import { cpuOfHub, serve } from './served.ts';

const DEVICES = 8;

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
    const cpuMs = cpuOfHub(served.child, place);
    const asked = await askSteadily(served.child.pid!, seconds, async (n) => {
      const what = MIX[n % MIX.length]!;
      // A request that waits for news is meant to wait.
      return { failed: await send(what, devices[n % DEVICES]!, n), waits: what === 'live' };
    });
    return { ...asked, cpuMsPerRequest: (cpuOfHub(served.child, place) - cpuMs) / asked.requests };
  } finally {
    await served.stop();
    rmSync(place.folder, { recursive: true, force: true });
  }
}
