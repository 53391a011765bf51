import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestEngine } from '@sqrl/hub/testing/engines.ts';
import { HubFollower } from '@sqrl/squirrel/daemon/jobs/follow-hub.ts';
import { percentile } from '../../percentiles.ts';
import { type BenchHome, openHome } from './homes.ts';
import { serve } from './served.ts';

/** From a change on one device to the other having it, both with the daemon's follower and its usual waits. */
export async function liveDelays(engine: TestEngine, changes: number) {
  await (await engine.open()).close();
  const place = await engine.place();
  const hub = await serve(place);
  const root = mkdtempSync(join(tmpdir(), 'sqrl-bench-live-'));
  const [ann, bob] = [openHome(join(root, 'ann')), openHome(join(root, 'bob'))];
  const follow = ({ home, engine: of, client }: BenchHome) =>
    new HubFollower({
      ...{ home, onRead: () => {}, log: { line: () => {} } },
      engines: { leaseProject: async () => ({ engine: of, client, doubt() {}, [Symbol.dispose]() {} }) },
    });
  const followers: HubFollower[] = [];
  try {
    const login = (of: BenchHome, code: string) =>
      of.client.call('hubLogin', { url: hub.url, code, person: 'Ann', device: 'a device' });
    await login(ann, hub.code!);
    await login(bob, (await ann.client.call('teamInvite', {})).code);
    await ann.client.call('hubLink', { create: true, auto: true });
    await bob.client.call('hubLink', {});
    const { id } = await ann.client.call('remember', { text: 'Tests need REDIS_URL' });
    await ann.client.call('hubSync', {});
    await bob.client.call('hubSync', {});
    followers.push(follow(ann), follow(bob));
    for (const [i, { engine: of }] of [ann, bob].entries()) followers[i]!.touch(of.project!);
    await sleep(3000);
    const delays: number[] = [];
    for (let i = 0; i < changes; i++) {
      const text = `Tests need REDIS_URL on port ${6000 + i}`;
      const began = performance.now();
      await ann.client.call('correct', { id, text });
      followers[0]!.touch(ann.engine.project!);
      while ((await bob.client.call('get', { id })).text !== text) {
        if (performance.now() - began > 60_000) throw new Error('it never came');
        await sleep(20);
      }
      delays.push(Math.round(performance.now() - began));
      await sleep(300);
    }
    return {
      changes,
      p50: percentile(delays, 0.5),
      p95: percentile(delays, 0.95),
      longest: Math.max(...delays),
    };
  } finally {
    await Promise.all(followers.map((each) => each.stop()));
    await ann.close();
    await bob.close();
    await hub.stop();
    for (const folder of [root, place.folder]) rmSync(folder, { recursive: true, force: true });
  }
}
