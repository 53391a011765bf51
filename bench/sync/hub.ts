import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ask, paired, TestDevice, testHub, worded } from '../../src/hub/testing/device.ts';
import { type TestEngine, testEngines } from '../../src/hub/testing/engines.ts';
import { type RandomOutcome, randomRun } from '../../src/hub/testing/random-hub.ts';
import type { PairReply, SyncReply } from '../../src/model/sync/hub-protocol.ts';
import type { Bench, Figures } from '../bench.ts';

/** The hub under faults, long; `--steps`, `--seeds`, `--kills`, `--memories`, `--engine PGlite`. */
export const hubBench: Bench = {
  summary: 'The hub on both engines: random faults, kills, and CPU per sync',
  async run({ print, flags }) {
    const number = (name: string, usual: number) => Number(flags[name] ?? usual);
    const figures: Figures = {};
    for (const engine of testEngines(process.env)) {
      if (flags.engine !== undefined && flags.engine !== engine.name) continue;
      try {
        const random = await randomRuns(engine, { seeds: number('seeds', 3), steps: number('steps', 2000) });
        print(`${engine.name}: random ${JSON.stringify(random)}`);
        const kills = await killed(engine, number('kills', 8));
        print(`${engine.name}: kill -9 ${JSON.stringify(kills)}`);
        const cpu = await cpuOf(engine, number('memories', 2000));
        print(`${engine.name}: CPU of hub and devices in one process, milliseconds ${JSON.stringify(cpu)}`);
        figures[engine.name] = { random, kills, cpu };
      } finally {
        await engine.close();
      }
    }
    return figures;
  },
};

async function randomRuns(engine: TestEngine, { seeds, steps }: { seeds: number; steps: number }) {
  const total = {
    runs: 0,
    steps: 0,
    restores: 0,
    refused: 0,
    diverged: 0,
    lost: 0,
    leaked: 0,
    misattributed: 0,
  };
  let found = 0;
  for (let seed = 1; seed <= seeds; seed++) {
    const run = async (breaks?: 'pushAgain'): Promise<RandomOutcome> => {
      const db = await engine.open();
      try {
        return await randomRun(db, { seed, steps, ...(breaks && { breaks }) });
      } finally {
        await db.close();
      }
    };
    const outcome = await run();
    total.runs++;
    for (const count of ['steps', 'restores', 'refused'] as const) total[count] += outcome[count];
    for (const wrong of ['diverged', 'lost', 'leaked', 'misattributed'] as const)
      total[wrong] += outcome[wrong].length;
    const broken = await run('pushAgain');
    if (broken.diverged.length + broken.lost.length > 0) found++;
  }
  return { ...total, 'runs in which a device that does not push again is found out': found };
}

/** Kills the hub while devices write; what was acknowledged must be there when it has started again. */
async function killed(engine: TestEngine, times: number) {
  await (await engine.open()).close();
  const place = await engine.place();
  let key = '';
  let space = '';
  let acknowledged = 0;
  let lost = 0;
  for (let i = 0; i <= times; i++) {
    const { child, url, first } = await served(place);
    const post = async <T>(call: string, body: unknown): Promise<T> => {
      const headers = { authorization: `Bearer ${key}` };
      return (
        await fetch(`${url}/v1/${call}`, { method: 'POST', body: JSON.stringify(body), headers })
      ).json() as T;
    };
    if (first) {
      const pair = await post<PairReply>('pair', { code: first.code, person: 'Ann', device: 'laptop' });
      key = pair.key;
      space = pair.person.id;
    }
    const reply = await post<SyncReply>('sync', {
      protocol: 1,
      spaces: [{ id: space, after: 0, mark: '' }],
      push: [],
    });
    const ids = new Set(reply.spaces.find(({ id }) => id === space)!.records.map(([, id]) => id));
    for (let n = 0; n < acknowledged; n++) if (!ids.has(`kill${n}`)) lost++;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (i === times) child.kill('SIGTERM');
    else {
      setTimeout(() => child.kill('SIGKILL'), 300 + 137 * i);
      try {
        for (;;) {
          const id = `kill${acknowledged}`;
          const state = worded(`~Word ${id}`, { tag: id, at: Date.now() });
          await post('sync', { protocol: 1, spaces: [], push: [{ space, kind: 'memory', id, state }] });
          acknowledged++;
        }
      } catch {
        // The hub is gone.
      }
    }
    await ended;
  }
  rmSync(place.folder, { recursive: true, force: true });
  return { kills: times, acknowledged, lost };
}

function served({ folder, database }: { folder: string; database: string | undefined }) {
  const program = fileURLToPath(new URL('../../src/sqrl.ts', import.meta.url));
  const args = [program, 'hub', 'serve', '--port', '0', '--json', '--dir', folder];
  const child: ChildProcess = spawn(process.execPath, database ? [...args, '--database', database] : args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise<{ child: ChildProcess; url: string; first: { code: string } | null }>(
    (resolve, reject) => {
      let text = '';
      child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
        if (text.includes('\n')) resolve({ child, ...JSON.parse(text) });
      });
      child.once('exit', () => reject(new Error('the hub did not start')));
    },
  );
}

/** CPU of this process: PGlite's is in it, that of a PostgreSQL server is not. */
async function cpuOf(engine: TestEngine, memories: number) {
  const hub = testHub(await engine.open());
  const ann = await paired(hub, { person: 'Ann' });
  const laptop = new TestDevice(hub, ann);
  await laptop.sync();
  for (let i = 0; i < memories; i++)
    laptop.write(
      ann.person.id,
      'memory',
      `mem${i}`,
      worded(`~Service ${i} needs port ${i * 7}`, { tag: `t${i}`, at: hub.clock.now }),
    );
  const push = await cpu(() => laptop.sync());
  const { body } = await ask<{ code: string }>(hub, 'invite', { key: ann.key, body: {} });
  const desk = new TestDevice(hub, await paired(hub, { code: body.code, person: 'x' }));
  const pull = await cpu(() => desk.sync());
  await laptop.sync();
  const IDLE = 50;
  const idle = await cpu(async () => {
    for (let i = 0; i < IDLE; i++) await laptop.sync();
  });
  await hub.db.close();
  return { memories, push, pull, idle: Math.round((idle / IDLE) * 10) / 10 };
}

async function cpu(work: () => Promise<unknown>): Promise<number> {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return Math.round((user + system) / 1000);
}
