import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type TestEngine, testEngines } from '@sqrl/hub/testing/engines.ts';
import type { Bench, Figures } from '../bench.ts';
import { costOfHub } from './hub/cost.ts';
import { daemonMemory, hostileHubs } from './hub/hostile.ts';
import { killDaemon, killHub } from './hub/kills.ts';
import { liveDelays } from './hub/live.ts';
import { loadOfHub } from './hub/load.ts';
import { olderDump, randomRuns, withoutRules } from './hub/random.ts';
import { realDevices } from './hub/real-devices.ts';
import { olderClient, secretsPast } from './hub/trust.ts';

interface Run {
  engine: TestEngine;
  program: string;
  number(name: string, usual: number): number;
  seeds: readonly number[];
  print(line: string): void;
}

/** Every bar, by its name; `--only` chooses. */
const BARS: Record<string, (run: Run) => Promise<unknown>> = {
  random: ({ engine, number, seeds, print }) => randomRuns(engine, seeds, number('steps', 10_000), print),
  rules: ({ engine, number, seeds, print }) => withoutRules(engine, seeds, number('rule-steps', 1000), print),
  devices: ({ engine, number, seeds, print }) =>
    realDevices(engine, seeds, number('device-steps', 400), print),
  dump: ({ engine, number }) => olderDump(engine, number('records', 2000)),
  kills: ({ engine, number }) => killHub(engine, number('kills', 20)),
  daemon: ({ engine, program, number }) => killDaemon(engine, program, number('kills', 20)),
  cost: ({ engine, number }) => costOfHub(engine, number('memories', 10_000)),
  live: ({ engine, number }) => liveDelays(engine, number('changes', 40)),
  load: ({ engine, number }) => loadOfHub(engine, number('load-seconds', 60)),
  memory: ({ engine, program, number }) => daemonMemory(engine, program, number('written', 50)),
  secrets: ({ engine, number }) => secretsPast(engine, [number('secret-seed', 1)]),
  older: ({ engine, number }) => olderClient(engine, number('operations', 1000)),
};

/** The hub under faults, long: see the options in the summary. */
export const hubBench: Bench = {
  summary: `The hub on both engines (--engine PGlite, --only ${Object.keys(BARS).join(',')},hostile, --seeds 10 or --seed 7, --steps 10000, --kills 20, --memories 10000, --load-seconds 600)`,
  async run({ print, flags }) {
    const built = fileURLToPath(new URL('../../dist/squirrel/sqrl.js', import.meta.url));
    const program =
      flags.program ??
      (existsSync(built) ? built : built.replace('dist/squirrel/sqrl.js', 'packages/squirrel/sqrl.ts'));
    const number = (name: string, usual: number) => Number(flags[name] ?? usual);
    const seeds =
      flags.seed !== undefined
        ? flags.seed.split(',').map(Number)
        : Array.from({ length: number('seeds', 10) }, (_, i) => i + 1);
    const isWanted = (bar: string) => flags.only === undefined || flags.only.split(',').includes(bar);
    const figures: Figures = {};
    for (const engine of testEngines(process.env)) {
      if (flags.engine !== undefined && flags.engine !== engine.name) continue;
      const found: Record<string, unknown> = {};
      try {
        for (const [bar, run] of Object.entries(BARS)) {
          if (!isWanted(bar)) continue;
          found[bar] = await run({ engine, program, number, seeds, print });
          if (bar !== 'random' && bar !== 'rules')
            print(`${engine.name}, ${bar}: ${JSON.stringify(found[bar])}`);
        }
        figures[engine.name] = found;
      } finally {
        await engine.close();
      }
    }
    if (isWanted('hostile')) {
      figures.hostile = await hostileHubs(program);
      print(`hostile: ${JSON.stringify(figures.hostile)}`);
    }
    return figures;
  },
};
