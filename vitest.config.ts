import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isBuilt } from './scripts/source-state.ts';

/** What starts real clients, which a clean machine only has after a while: it comes late. */
const CLIENTS = [
  'test/client-journey.test.ts',
  'test/client-remember.test.ts',
  'test/mcp-clients.test.ts',
  'test/mcp-inspector.test.ts',
  'test/setup-clients.test.ts',
  'test/plugins.test.ts',
];

/** What takes the whole machine: it comes last, and nothing runs beside it. */
const ALONE = ['test/storm.test.ts'];

/**
 * What takes longest, the longest first. Where no run was before, files come by their size, which tells little: the browser
 * would begin late, and the scoreboard, of a few lines, last of all, with nothing left to run beside it.
 */
const LONGEST = [
  'test/panel/panel.test.ts',
  'test/cli.test.ts',
  'src/daemon/daemon.test.ts',
  'test/anchors.test.ts',
  'bench/paraphrase/scoreboard.test.ts',
  'test/setup.test.ts',
  'test/embed-code.test.ts',
  'test/kill.test.ts',
  'src/embed/oracle.test.ts',
  'src/redact/redact.test.ts',
];

/** So many files at a time: on two cores one more than cores, since the browser and many others mostly wait. */
const AT_ONCE = 3;

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** As usual, but with the longest before all others of their group. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longest = LONGEST.map(pathOf);
    const isLong = ({ moduleId }: TestSpecification) => longest.includes(moduleId);
    const byPlace = (a: TestSpecification, b: TestSpecification) =>
      longest.indexOf(a.moduleId) - longest.indexOf(b.moduleId);
    const usual = await super.sort(files);
    return [...usual.filter(isLong).sort(byPlace), ...usual.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // One process for many files: loading the house anew for each took longer than most of them.
    isolate: false,
    env: {
      NODE_COMPILE_CACHE: pathOf('node_modules/.cache/compiled'),
      TESTED_PROGRAM: pathOf(isBuilt(pathOf('.')) ? 'dist/sqrl.js' : 'src/sqrl.ts'),
    },
    execArgv: ['--import', pathOf('test/support/compile-once.mjs')],
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...CLIENTS, ...ALONE],
          maxWorkers: AT_ONCE,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'clients', include: CLIENTS, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
