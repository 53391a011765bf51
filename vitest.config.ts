import { defineConfig } from 'vitest/config';

/** What starts real clients or takes the whole machine: it comes last, and nothing runs beside it. */
const ALONE = [
  'test/client-journey.test.ts',
  'test/mcp-clients.test.ts',
  'test/setup-clients.test.ts',
  'test/plugins.test.ts',
  'test/storm.test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'rooms',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: ALONE,
          // Two cores: more workers than that only makes the timers of watchers and workers lie.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'alone', include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
