import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Bench } from './bench.ts';
import { cpuMs } from './cli/cpu.ts';
import { hundredths, percentile } from './percentiles.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const RUNS = 15;

/** What short commands of the built package cost in processor time, each compared with a bare Node process in the same run. */
export const cli: Bench = {
  summary:
    'Processor time of short commands compared with a bare Node process, with a daemon and without (--package FOLDER, --runs N)',
  async run({ flags, print }) {
    const folder = flags.package ?? PACKAGE;
    const program = join(folder, 'bin/sqrl.mjs');
    if (!existsSync(join(folder, 'dist/squirrel/sqrl.js'))) {
      print('cli: skipped, needs a build. Run `npm run build` first.');
      return undefined;
    }
    const runs = Number(flags.runs ?? RUNS);
    const root = mkdtempSync(join(tmpdir(), 'sqrl-bench-cli-'));
    const [home, project] = [join(root, 'home'), join(root, 'shop')];
    mkdirSync(home, { mode: 0o700 });
    mkdirSync(project);
    const env = { PATH: process.env.PATH, HOME: root, SQRL_HOME: home };
    const sqrl = (...words: string[]) =>
      spawnSync(process.execPath, [program, ...words], { cwd: project, env, encoding: 'utf8' }).stdout;
    try {
      for (const text of KNOWN) sqrl('remember', text, '--no-daemon');
      const { memories } = JSON.parse(sqrl('list', '--json', '--no-daemon')) as {
        memories: { id: string }[];
      };
      const commands = [
        ['list'],
        ['status'],
        ['show', memories[0]!.id],
        ['ask', 'how are releases made?'],
        ['help'],
      ];
      const alone = commands.slice(0, -1).map((words) => [...words, '--no-daemon']);
      sqrl('start');
      const took = new Map([...commands, ...alone].map((words) => [words, [] as number[]]));
      const bare: number[] = [];
      for (let i = 0; i < runs; i++) {
        bare.push(cpuMs(['-e', '0'], { cwd: project, env }));
        for (const [words, all] of took) all.push(cpuMs([program, ...words], { cwd: project, env }));
      }
      const base = percentile(bare, 0.5);
      print(`a bare Node: ${base.toFixed(0)} ms of processor time, median of ${runs}`);
      const ratios = [...took].map(([words, all]) => {
        const name = words.map((word) => (memories.some(({ id }) => id === word) ? 'ID' : word)).join(' ');
        const ms = percentile(all, 0.5);
        print(`sqrl ${name}: ${ms.toFixed(0)} ms, ${(ms / base).toFixed(1)} times a bare Node`);
        return [name, hundredths(ms / base)];
      });
      return { runs, bareMs: hundredths(base), ratios: Object.fromEntries(ratios) };
    } finally {
      sqrl('stop');
      rmSync(root, { recursive: true, force: true });
    }
  },
};

const KNOWN = [
  'The staging database is reset every Sunday night',
  'Releases are made with npm run release, on Tuesdays',
  'Tests need REDIS_URL',
];
