import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { isSaidId } from '@sqrl/base/model/said.ts';
import type { Requests } from './request.ts';
import { messageOf, toldWhole } from './result.ts';
import { openPassage } from './said.ts';
import type { ToolContext } from './tool.ts';

/** Offers the views, every memory and every message to be read. */
export function offerResources(server: McpServer, requests: Requests): void {
  for (const { name, title, description } of VIEWS)
    server.registerResource(
      name,
      `sqrl://views/${name}`,
      { title, description, mimeType: 'text/markdown' },
      (uri, ctx) =>
        resourceError(() => requests.answer(ctx, undefined, (ask) => viewOf(ask, name, uri.href))),
    );
  server.registerResource(
    'memory',
    new ResourceTemplate('sqrl://memories/{id}', { list: undefined }),
    {
      title: 'A memory or a message',
      description: 'One memory with its evidence, or a message (said:…) with those around it, by its id',
      mimeType: 'application/json',
    },
    (uri, { id }, ctx) =>
      resourceError(() => requests.answer(ctx, undefined, (ask) => memoryOf(ask, String(id), uri.href))),
  );
}

const VIEWS = [
  {
    name: 'project_brief',
    title: 'Project brief',
    description: 'What this project is and how to work on it',
  },
  { name: 'user_style', title: 'User style', description: 'The user’s preferences' },
  { name: 'pitfalls', title: 'Pitfalls', description: 'Known pitfalls of this project' },
] as const;

async function viewOf(ask: ToolContext, name: (typeof VIEWS)[number]['name'], uri: string) {
  const { views } = await ask.call('views', { names: [name] });
  return {
    contents: [{ uri, mimeType: 'text/markdown', text: views[0]?.markdown || 'No memories yet.' }],
  };
}

async function memoryOf(ask: ToolContext, id: string, uri: string) {
  const memory = isSaidId(id) ? await openPassage(ask, id) : toldWhole(await ask.call('get', { id }));
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(memory, null, 2) }] };
}

/** Turns an error into a protocol error, for methods whose result cannot carry one. */
export async function resourceError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, messageOf(error));
  }
}
