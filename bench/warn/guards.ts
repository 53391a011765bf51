import type { Guard, Learner } from '@sqrl/squirrel/learn/replay/replay-guards.ts';

/** The comparison: every command that once failed is warned of. */
export function naive(): Learner {
  const guards = new Map<string, Guard>();
  return {
    guards,
    add({ failures }) {
      for (const { tool, command } of failures.values())
        if (tool === 'run' && command !== null)
          guards.set(command, {
            id: command,
            text: `\`${command}\` has failed before.`,
            trigger: { tool: 'run', command, match: 'same', file: null, expects: null },
            confidence: 0.5,
          });
    },
  };
}
