import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonical } from '@sqrl/base/model/sync/registers.ts';
import { backupHub, restoreHub } from '@sqrl/hub/backup.ts';
import { ask, paired, RULES, type Rule, sealedAs, TestDevice, testHub } from '@sqrl/hub/testing/device.ts';
import type { TestEngine } from '@sqrl/hub/testing/engines.ts';
import { type RandomOutcome, randomRun } from '@sqrl/hub/testing/random-hub.ts';

type Print = (line: string) => void;

const WRONG = ['diverged', 'lost', 'leaked', 'misattributed'] as const;

async function run(engine: TestEngine, seed: number, steps: number, breaks?: Rule): Promise<RandomOutcome> {
  const db = await engine.open();
  try {
    return await randomRun(db, { seed, steps, breaks });
  } finally {
    await db.close();
  }
}

const sum = (into: Record<string, number>, more: Record<string, number>): void => {
  for (const [name, n] of Object.entries(more)) into[name] = (into[name] ?? 0) + n;
};

const countsOf = (outcome: RandomOutcome): Record<string, number> =>
  Object.fromEntries(WRONG.map((wrong) => [wrong, outcome[wrong].length]));

/** Long random runs, a seed each. */
export async function randomRuns(engine: TestEngine, seeds: readonly number[], steps: number, print: Print) {
  const total: Record<string, number> = { steps: 0, changes: 0 };
  const happened: Record<string, number> = {};
  for (const seed of seeds) {
    const outcome = await run(engine, seed, steps);
    sum(total, { ...countsOf(outcome), steps, changes: outcome.changes });
    sum(happened, outcome.happened);
    print(
      `${engine.name}, seed ${seed}: ${JSON.stringify({ steps, changes: outcome.changes, ...countsOf(outcome) })}`,
    );
    for (const wrong of WRONG) for (const what of outcome[wrong].slice(0, 3)) print(`  ${wrong}: ${what}`);
  }
  print(`${engine.name}, ${seeds.length} seeds: ${JSON.stringify(total)}; ${JSON.stringify(happened)}`);
  return { seeds, ...total, happened };
}

/** The same with one rule of the design taken out: each must be missed. */
export async function withoutRules(
  engine: TestEngine,
  seeds: readonly number[],
  steps: number,
  print: Print,
) {
  const rows: Record<string, Record<string, number>> = {};
  for (const [i, rule] of (Object.keys(RULES) as Rule[]).entries()) {
    const found: Record<string, number> = { failed: 0 };
    for (const seed of seeds) {
      const outcome = await run(engine, seed, steps, rule);
      sum(found, countsOf(outcome));
      if (WRONG.some((wrong) => outcome[wrong].length > 0)) found.failed!++;
    }
    rows[rule] = found;
    print(
      `${engine.name}, without rule ${i + 1} (${RULES[rule]}): ${found.failed} of ${seeds.length} runs fail, ${JSON.stringify(found)}`,
    );
  }
  return rows;
}

/** A hub from an older dump: after one sync of each device, hub and devices have what they had before. */
export async function olderDump(engine: TestEngine, records: number) {
  const db = await engine.open();
  const hub = testHub(db);
  const file = join(tmpdir(), `sqrl-hub-dump-${process.pid}.jsonl.gz`);
  try {
    const ann = await paired(hub, { person: 'Ann' });
    const code = async () =>
      (await ask<{ code: string }>(hub, 'invite', { key: ann.key, body: {} })).body.code;
    const devices = [new TestDevice(hub, ann)];
    while (devices.length < 8)
      devices.push(new TestDevice(hub, await paired(hub, { code: await code(), person: '' })));
    const write = (from: number, to: number) => {
      for (let i = from; i < to; i++)
        devices[i % 8]!.write(
          ...([ann.person.id, 'memory', `dump${i}`] as const),
          sealedAs(`Word ${i}`, `t${i}`),
        );
    };
    const round = async () => {
      for (const device of devices) await device.sync();
    };
    write(0, records / 2);
    for (let i = 0; i < 2; i++) await round();
    await backupHub(db, file, hub.clock.now);
    write(records / 2, records);
    for (let i = 0; i < 2; i++) await round();
    const before = devices.map(whole);
    await restoreHub(db, file, true);
    const [{ n } = { n: 0 }] = await db.asOperator((query) =>
      query<{ n: number }>('select count(*)::int as n from hub.record'),
    );
    await round();
    const rows = await db.asOperator((query) =>
      query<{ id: string; state: string }>('select id, state from hub.record order by id'),
    );
    const isHubWhole = canonical(rows.map(({ id, state }) => [id, state])) === before[0];
    return {
      records,
      'in the dump': n,
      'hub whole after one sync each': isHubWhole,
      'devices whole': devices.filter((device, i) => whole(device) === before[i]).length,
    };
  } finally {
    rmSync(file, { force: true });
    await db.close();
  }
}

const whole = ({ records }: TestDevice): string =>
  canonical(
    [...records]
      .map(([key, { state }]) => [key.split(' ')[2]!, canonical(state)])
      .sort(([a], [b]) => (a! < b! ? -1 : 1)),
  );
