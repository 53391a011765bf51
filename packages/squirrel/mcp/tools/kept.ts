import { Problem } from '@sqrl/base/problem.ts';
import { z } from 'zod';
import { correctForAgent, forgetForAgent, forgottenText } from '../agents-word.ts';
import { type CallVerb, type KeptMemory, keptMemories, type MemoryScope } from '../kept-memories.ts';
import { toldOf } from './remember.ts';

/** A tool for the agent of a program. Every field is required, as strict modes of providers want it. */
export interface KeptTool {
  name: string;
  description: string;
  parameters: z.ZodObject;
  /** What the agent is told; an error is told too. */
  execute: (given: unknown) => Promise<string>;
}

const text = z.string().min(1).max(10_000);
const id = z.string().min(4).max(32);

/** Tools with which an agent keeps memories of its own, for a user, an agent or a run; without these for the project. */
export function keptTools(call: CallVerb, scope: MemoryScope = {}): KeptTool[] {
  const kept = keptMemories(call, Date.now);
  const ask = { call, now: Date.now };
  const isScoped = Object.values(scope).some((value) => value !== undefined);
  /** An id alone must not lead to what is kept for others. */
  async function own(id: string): Promise<void> {
    const { tags, scope: where } = await call('get', { id });
    const wanted = Object.entries(scope).filter(([, name]) => name !== undefined);
    const isOwn =
      where === 'session'
        ? isScoped && wanted.every(([part, name]) => tags.includes(`${part}:${name}`))
        : !isScoped;
    if (!isOwn) throw new Problem(`Memory ${id} is not kept for you.`, 'Search for yours.');
  }
  const tools = [
    made(
      'search_memory',
      'Search what is remembered, before asking or guessing.',
      { query: text },
      async ({ query }) => {
        const found = [
          ...(isScoped ? await kept.search(query, scope) : []),
          ...(await kept.search(query, { limit: 5 })),
        ];
        return found.length === 0 ? 'Nothing is remembered about this.' : found.map(line).join('\n');
      },
    ),
    made(
      'add_memory',
      'Remember one fact for later, in a sentence clear on its own. No secrets.',
      { text },
      async (given) => {
        const { id, did, review } = await kept.add(given.text, scope);
        if (review) return `Kept as ${id}, waiting for a review: ${review}.`;
        return did === 'added' ? `Remembered as ${id}.` : `Already known as ${id}.`;
      },
    ),
    made('update_memory', 'Replace a memory that is wrong.', { id, text }, async (given) => {
      await own(given.id);
      return toldOf(await correctForAgent(ask, given)).text;
    }),
    made('delete_memory', 'Delete a memory that no longer holds.', { id }, async (given) => {
      await own(given.id);
      return forgottenText(await forgetForAgent(ask, given));
    }),
  ];
  if (!isScoped) return tools;
  const blocks = kept.blocks(scope);
  return [
    ...tools,
    made(
      'edit_memory_block',
      'Edit a block of your system prompt: replaces `find`, or appends where that is empty.',
      { label: z.string().min(1).max(64), find: z.string().max(5000), text: z.string().max(5000) },
      async ({ label, find, text }) => {
        await (find === '' ? blocks.append(label, text) : blocks.replace(label, find, text));
        return `The block ${label} is now:\n${(await blocks.get(label))?.text ?? '(empty)'}`;
      },
    ),
  ];
}

const line = ({ id, text }: KeptMemory): string => `${id}: ${text.replaceAll('\n', ' ')}`;

function made<S extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: S,
  run: (given: z.output<z.ZodObject<S>>) => Promise<string>,
): KeptTool {
  const parameters = z.object(shape);
  return {
    ...{ name, description, parameters },
    async execute(given) {
      try {
        return await run(parameters.parse(given));
      } catch (error) {
        if (error instanceof Problem) return `${error.message} ${error.hint}`;
        if (error instanceof z.ZodError) return `Invalid arguments: ${z.prettifyError(error)}`;
        throw error;
      }
    },
  };
}
