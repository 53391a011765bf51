import { coreTools } from '@sqrl/squirrel/mcp/server.ts';
import { gemini } from './gemini.ts';
import { guardTests } from './guards.ts';

guardTests(gemini, {
  tool: (name) => ({ name: `mcp_squirrel_${name}` }),
  offered: coreTools.map(({ name }) => `"name":"mcp_squirrel_${name}"`),
});
