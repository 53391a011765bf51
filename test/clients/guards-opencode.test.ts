import { coreTools } from '@sqrl/squirrel/mcp/server.ts';
import { guardTests } from './guards.ts';
import { opencode } from './opencode.ts';

guardTests(opencode, {
  tool: (name) => ({ name: `squirrel_${name}` }),
  offered: coreTools.map(({ name }) => `"name":"squirrel_${name}"`),
  remember: { prompt: '', args: ([run, ...words]) => [run!, '--command', 'remember', ...words] },
});
