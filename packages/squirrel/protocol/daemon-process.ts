/**
 * Node's flags for a daemon. It sleeps most of its life: a heap that grows in small steps is worth more to it than a quick
 * one, and it gives memory back when it is idle.
 */
export const DAEMON_FLAGS = ['--no-warnings', '--max-semi-space-size=1', '--expose-gc'] as const;

/**
 * The environment of a home's daemon: without what it must not inherit from the process that happens to start it, whose session and
 * settings it outlives. Memory that was read through goes back to the system at once.
 */
export const daemonEnvironment = (
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(env).filter(([name]) => !STARTERS_OWN.test(name))),
  SQRL_HOME: home,
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '65536',
  MALLOC_MMAP_THRESHOLD_: '65536',
});

const STARTERS_OWN =
  /^(NODE_OPTIONS|NODE_CHANNEL_.*|NODE_UNIQUE_ID|VITEST.*|npm_.*|CLAUDE_CODE_.*|CLAUDECODE)$/;
