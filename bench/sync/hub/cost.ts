import { rmSync } from 'node:fs';
import { sealedAs, TestDevice } from '@sqrl/hub/testing/device.ts';
import type { TestEngine } from '@sqrl/hub/testing/engines.ts';
import { cpuOfHub, serve } from './served.ts';

const WARM = 200;
const IDLE = 500;

/** What a hub in its own process works for pushes, a new device and an idle sync, in milliseconds of its CPU. */
export async function costOfHub(engine: TestEngine, memories: number) {
  await (await engine.open()).close();
  const place = await engine.place();
  const { child, hub, code, pair, post, stop } = await serve(place);
  try {
    const ann = await pair(code!, 'Ann');
    const laptop = new TestDevice(hub, ann);
    await laptop.sync();
    for (let i = 0; i < memories; i++)
      laptop.write(
        ...([ann.person.id, 'memory', `mem${i}`] as const),
        sealedAs(`Service ${i} needs port ${i * 7}`, `t${i}`),
      );
    const work = async (what: () => Promise<unknown>) => {
      const [cpu, began] = [cpuOfHub(child, place), performance.now()];
      await what();
      return { cpuMs: cpuOfHub(child, place) - cpu, wallMs: Math.round(performance.now() - began) };
    };
    const push = await work(() => laptop.sync());
    const invited = await post<{ code: string }>('invite', {}, ann.key);
    const desk = new TestDevice(hub, await pair(invited.code, ''));
    const pull = await work(() => desk.sync());
    const idle = async (times: number) => {
      for (let i = 0; i < times; i++) await laptop.sync();
    };
    await idle(WARM);
    let requests = 0;
    const before = laptop.ask.bind(laptop);
    laptop.ask = (request) => {
      requests++;
      return before(request);
    };
    const quiet = await work(() => idle(IDLE));
    return {
      ...{ memories, push, pull },
      idle: { requests: requests / IDLE, cpuMs: quiet.cpuMs / IDLE },
      pulled: desk.records.size,
    };
  } finally {
    await stop();
    rmSync(place.folder, { recursive: true, force: true });
  }
}
