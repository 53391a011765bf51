import { availableParallelism, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isBuilt } from './scripts/source-state.ts';

/**
 * The files that take longest, the longest first: a long file that starts late runs alone at the end. Vitest knows how
 * long each took only after a first run; before, it goes by the size of a file, which says little.
 */
const LONGEST = [
  'test/panel/panel.test.ts',
  'bench/poison/program.test.ts',
  'test/agents-shell.test.ts',
  'bench/agent/tasks.test.ts',
  'bench/agent/agent.test.ts',
  'test/text-growth.test.ts',
  'test/hooks.test.ts',
  'test/cli.test.ts',
  'test/storm.test.ts',
  'test/security-secrets.test.ts',
  'packages/hub/hub.test.ts',
  'bench/paraphrase/scoreboard.test.ts',
  'test/poisoning.test.ts',
  'test/kill.test.ts',
  'packages/code-graph/index/indexer.property.test.ts',
  'packages/squirrel/daemon/daemon.test.ts',
  'test/security-paths.test.ts',
  'test/doctor.test.ts',
  'test/who-is-believed.test.ts',
  'test/ingest.test.ts',
  'test/progress.test.ts',
];

/** The files that start real clients, the longest first. */
const CLIENTS = [
  'test/clients/guards-opencode.test.ts',
  'test/client-remember.test.ts',
  'test/client-journey.test.ts',
  'test/mcp-inspector.test.ts',
  'test/clients/guards-gemini.test.ts',
  'test/clients/guards-claude-code.test.ts',
  'test/clients/guards-copilot.test.ts',
  'test/setup-clients.test.ts',
  'test/clients/guards-codex.test.ts',
  'test/client-adapters.test.ts',
  'test/plugins.test.ts',
];

/**
 * How many other files are begun before the first client: about half of the work, in which `.ci/run` installs the clients.
 * After them come hundreds of short files, so that no core waits for a last long one.
 */
const FILES_BEFORE_CLIENTS = 100;

/** Four workers kept two cores only three quarters busy: browsers, clients and daemons are mostly waited for. */
const MAX_WORKERS = 6;

/** How much slower a test may be than on a free machine, by what runs on each core when the suite begins. */
const BUSY = Math.max(1, loadavg()[0]! / availableParallelism() / 2);

/** Decides only when to give up on a test that hangs; files that play many scenes call `patient()`. */
const HANG_TIMEOUT_MS = 60_000 * BUSY;

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const listed = (names: readonly string[]) =>
      names.map(pathOf).flatMap((path) => sorted.filter(({ moduleId }) => moduleId === path));
    const [longest, clients] = [listed(LONGEST), listed(CLIENTS)];
    const others = sorted.filter((file) => !longest.includes(file) && !clients.includes(file));
    return [
      ...longest,
      ...others.slice(0, FILES_BEFORE_CLIENTS),
      ...clients,
      ...others.slice(FILES_BEFORE_CLIENTS),
    ];
  }
}

export default defineConfig({
  // Examples import the package by its name, as programs of others do.
  resolve: {
    alias: {
      'squirrel-memory/sdk': pathOf('packages/sdk/sdk.ts'),
      'squirrel-memory/ai-sdk': pathOf('packages/sdk/adapters/ai-sdk.ts'),
    },
  },
  test: {
    include: ['packages/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    sequence: { sequencer: LongestFirst },
    maxWorkers: MAX_WORKERS,
    testTimeout: HANG_TIMEOUT_MS,
    // A hook may start a daemon, a browser or a database for all tests of a file.
    hookTimeout: 3 * HANG_TIMEOUT_MS,
    expect: { poll: { timeout: HANG_TIMEOUT_MS } },
    reporters: ['default', pathOf('test/support/skip-reporter.ts'), pathOf('test/support/build-reporter.ts')],
    // One process for many files: loading the modules anew for each file took longer than most of them.
    isolate: false,
    env: {
      NODE_COMPILE_CACHE: pathOf('node_modules/.cache/compiled'),
      TESTED_PROGRAM: pathOf(isBuilt(pathOf('.')) ? 'dist/squirrel/sqrl.js' : 'packages/squirrel/sqrl.ts'),
    },
    execArgv: ['--import', pathOf('test/support/compile-once.mjs')],
  },
});
