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
  'test/storm.test.ts',
  'test/text-growth.test.ts',
  'test/security-secrets.test.ts',
  'test/cli.test.ts',
  'bench/paraphrase/scoreboard.test.ts',
  'test/hooks.test.ts',
  'src/daemon/daemon.test.ts',
  'src/sdk/window/message-window.test.ts',
  'test/kill.test.ts',
  'test/poisoning.test.ts',
  'test/who-is-believed.test.ts',
  'src/embed/oracle.test.ts',
];

/** The files that start real clients come last: `.ci/run` installs the clients while the other tests run. */
const CLIENTS = [
  'test/mcp-inspector.test.ts',
  'test/client-adapters.test.ts',
  'test/client-remember.test.ts',
  'test/clients/guards-gemini.test.ts',
  'test/clients/guards-opencode.test.ts',
  'test/clients/guards-claude-code.test.ts',
  'test/clients/guards-codex.test.ts',
  'test/clients/guards-copilot.test.ts',
  'test/client-journey.test.ts',
  'test/setup-clients.test.ts',
  'test/plugins.test.ts',
];

/** On two cores two more workers than cores: browsers, clients and daemons are mostly waited for. */
const MAX_WORKERS = 4;

/** Decides only when to give up on a test or hook that hangs, also on a machine with much else to do. */
const HANG_TIMEOUT_MS = 900_000;

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [longest, clients] = [LONGEST.map(pathOf), CLIENTS.map(pathOf)];
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(moduleId);
      if (place >= 0) return place;
      return longest.length + 1 + clients.indexOf(moduleId);
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  // Examples import the package by its name, as programs of others do.
  resolve: {
    alias: {
      'squirrel-memory/sdk': pathOf('src/sdk.ts'),
      'squirrel-memory/ai-sdk': pathOf('src/sdk/adapters/ai-sdk.ts'),
    },
  },
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
    sequence: { sequencer: LongestFirst },
    maxWorkers: MAX_WORKERS,
    testTimeout: HANG_TIMEOUT_MS,
    hookTimeout: HANG_TIMEOUT_MS,
    expect: { poll: { timeout: 600_000 } },
    reporters: ['default', pathOf('test/support/skip-reporter.ts')],
    // One process for many files: loading the modules anew for each file took longer than most of them.
    isolate: false,
    env: {
      NODE_COMPILE_CACHE: pathOf('node_modules/.cache/compiled'),
      TESTED_PROGRAM: pathOf(isBuilt(pathOf('.')) ? 'dist/sqrl.js' : 'src/sqrl.ts'),
    },
    execArgv: ['--import', pathOf('test/support/compile-once.mjs')],
  },
});
