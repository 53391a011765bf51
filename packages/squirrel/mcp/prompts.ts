import {
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceTemplate,
} from '@modelcontextprotocol/server';
import { isSaidId } from '@sqrl/base/model/citation.ts';
import { MAX_DECISIONS } from '@sqrl/base/model/memory.ts';
import { toldMemory } from '@sqrl/base/model/sync/told.ts';
import { z } from 'zod';
import type { Requests } from './request.ts';
import { flat, messageOf, type ToolContext, toldWhole } from './tool.ts';
import { openPassage } from './tools/past.ts';

export function offerPrompts(server: McpServer, requests: Requests): void {
  server.registerPrompt(
    'brief',
    {
      title: 'Brief me on this project',
      description: 'The project, the state of its work, and what a task needs',
      argsSchema: z.object({ task: z.string().optional().describe('The task you are about to start') }),
    },
    ({ task }, ctx) => resourceError(() => requests.answer(ctx, undefined, (ask) => brief(ask, task))),
  );
  server.registerPrompt(
    'review',
    {
      title: 'Review memories',
      description: 'Go through the memories that wait for your review',
      argsSchema: z.object({ limit: z.string().optional().describe('Maximum (10)') }),
    },
    ({ limit }, ctx) => resourceError(() => requests.answer(ctx, undefined, (ask) => review(ask, limit))),
  );
}

async function brief(ask: ToolContext, task: string | undefined) {
  const { views } = await ask.call('views', {
    names: ['project_brief', 'pitfalls'],
    ...(task && { task }),
  });
  const where = await ask.call('where', {});
  const context = task ? (await ask.call('context', { task })).text : '';
  return said(
    [
      'Below is the long-term memory of this project. Tell me in a few sentences what the project is, the state of its work, and its pitfalls. Verify what you rely on against the code.',
      ...(task ? [`I am about to: ${task}`] : []),
      ...views.map(({ markdown }) => markdown),
      where.text,
      context,
    ].filter((part) => part !== ''),
  );
}

async function review(ask: ToolContext, limit: string | undefined) {
  const most = Math.min(Math.max(Number.parseInt(limit ?? '', 10) || MAX_DECISIONS, 1), MAX_DECISIONS);
  const { waiting, total } = await ask.call('review', { limit: most });
  if (total === 0) return said(['No memory waits for review. Say so.']);
  const lines = waiting.map(({ memory, why, evidence, conflicts, same }) =>
    [
      `- ${memory.id} (${memory.type}): ${toldMemory(memory, 600)}`,
      `  waiting: ${flat(why, 300)}`,
      ...(evidence?.quote ? [`  evidence: “${flat(evidence.quote, 200)}”`] : []),
      ...(conflicts.length > 0 ? [`  conflicts with: ${conflicts.map((other) => other.id).join(', ')}`] : []),
      ...same.map((other) => `  also as ${other.id}: ${flat(other.text, 200)}`),
    ].join('\n'),
  );
  return said([
    `These memories are worth my decision. Show them to me one by one with the evidence for and against each in the code, and ask me. Do not decide yourself: \`sqrl\` refuses that to an agent. Then print what I decided as commands that I can type in a terminal of my own: \`sqrl review --confirm ID…\` for what is right, \`sqrl edit ID "TEXT"\` to reword one, \`sqrl review --reject ID…\` for what is wrong.`,
    lines.join('\n'),
  ]);
}

const said = (parts: readonly string[]) => ({
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: parts.join('\n\n') } }],
});

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
async function resourceError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, messageOf(error));
  }
}
