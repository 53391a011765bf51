import { codex } from './codex.ts';
import { guardTests } from './guards.ts';

guardTests(codex, {
  tool: (name) => ({ name, namespace: 'mcp__squirrel' }),
  // All of them it has to look for, and finds.
  offered: ['"name":"recall"', '"name":"remember"'],
  remember: { prompt: '$remember ' },
});
