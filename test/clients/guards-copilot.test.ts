import { coreTools } from '@sqrl/squirrel/mcp/server.ts';
import { copilot } from './copilot.ts';
import { guardTests } from './guards.ts';

guardTests(copilot, {
  tool: (name) => ({ name: `squirrel-${name}` }),
  offered: coreTools.map(({ name }) => `"name":"squirrel-${name}"`),
  hidesInstructions: true,
  remember: { prompt: '/remember ' },
});
