import { claudeCode } from './claude-code.ts';
import { guardTests } from './guards.ts';

guardTests(claudeCode, {
  tool: (name) => ({ name: `mcp__squirrel__${name}` }),
  // The others it has to look for.
  offered: ['recall', 'remember', 'get_task_context'].map((tool) => `"name":"mcp__squirrel__${tool}"`),
  showsSummary: true,
  remember: { prompt: '/remember ' },
});
