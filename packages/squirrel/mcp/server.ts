import { McpServer } from '@modelcontextprotocol/server';
import { withRules } from './instructions.ts';
import type { Memories } from './memories.ts';
import { offerTools } from './offer-tools.ts';
import { offerPrompts } from './prompts.ts';
import { requestsOf } from './request.ts';
import { offerResources } from './resources.ts';
import { coreTools } from './tools/core.ts';
import { moreTools } from './tools/more.ts';
import { specifiedTools } from './tools/specified.ts';
import type { McpWorld } from './world.ts';

/** Makes the server that one client talks to. */
export function makeServer(world: McpWorld, memories: Memories, rules = ''): McpServer {
  const fixed = { listChanged: false };
  const server = new McpServer(
    { name: 'squirrel', title: 'Squirrel', version: world.version },
    { instructions: withRules(rules), capabilities: { tools: fixed, resources: fixed, prompts: fixed } },
  );
  const requests = requestsOf(server, world, memories);
  offerTools(server, world.all ? [...coreTools, ...moreTools, ...specifiedTools] : coreTools, {
    requests,
    log: world.log,
  });
  offerResources(server, requests);
  offerPrompts(server, requests);
  return server;
}
