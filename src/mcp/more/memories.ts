import { z } from 'zod';
import { forgetForAgent, forgottenText, rememberForAgent } from '../agents-word.ts';
import { READS, tool } from '../tool.ts';
import { toldOf } from '../tools/remember.ts';
import { foundOf } from './search.ts';
import { typeName, typesNamed } from './types-named.ts';

const id = z.string().min(1).max(100);
const kept = z.object({ id: z.string(), did: z.string(), redacted: z.array(z.string()) });
const writes = { readOnlyHint: false, destructiveHint: false, idempotentHint: true } as const;
const tags = z.array(z.string().min(1)).max(64).optional();
const files = z.array(z.string().min(1)).max(256).optional();

/** Keeps a memory. */
export const memoryAdd = tool({
  name: 'memory_add',
  description: 'Store a memory; one that is known already is not stored twice.',
  input: {
    content: z.string().min(1).max(10_000),
    entry_type: typeName.optional(),
    tags,
    context: z.string().max(1000).optional().describe('Where it comes from'),
    expires_at: z.int().min(0).optional().describe('Milliseconds since 1970'),
  },
  output: kept,
  hints: writes,
  async run({ content, entry_type, tags, context, expires_at }, ask) {
    const draft = {
      text: content,
      ...(entry_type && { type: typesNamed(entry_type)[0] }),
      ...(tags && { tags }),
      ...(expires_at !== undefined && { expiresAt: expires_at }),
    };
    return toldOf(await rememberForAgent(ask, draft, context));
  },
});

/** Keeps a memory, as an agent's own note. */
export const recordMemory = tool({
  name: 'record_memory',
  description: 'Record something learnt during this session for later ones.',
  input: {
    content: z.string().min(1).max(10_000),
    type: typeName.optional(),
    files,
    symbols: z.array(z.string().min(1)).max(256).optional(),
    tags,
    key: z.string().max(200).optional(),
  },
  output: kept,
  hints: writes,
  async run({ content, type, ...rest }, ask) {
    const draft = { text: content, ...(type && { type: typesNamed(type)[0] }), ...rest };
    return toldOf(await rememberForAgent(ask, draft));
  },
});

/** Finds memories by words and meaning. */
export const memorySearch = tool({
  name: 'memory_search',
  description: 'Search memories by words and meaning.',
  input: {
    query: z.string().min(1).max(10_000),
    limit: z.int().min(1).max(100).optional(),
    entry_type: typeName.optional(),
    min_score: z.number().min(0).max(1).optional(),
  },
  output: z.object({ results: z.array(z.looseObject({ memory_id: z.string(), content: z.string() })) }),
  hints: READS,
  async run({ query, limit = 10, entry_type, min_score = 0 }, ask) {
    const filter = entry_type ? { types: [...typesNamed(entry_type)] } : {};
    const { hits, notices } = await ask.call('find', { question: query, limit, filter });
    const sure = hits.filter(({ score, memory }) => score >= min_score && !memory.needsReview);
    return { ...foundOf(sure), notices };
  },
});

/** Shows one memory whole. */
export const memoryGet = tool({
  name: 'memory_get',
  description: 'One memory with its evidence, by its id.',
  input: { id },
  output: z.looseObject({ id: z.string(), text: z.string() }),
  hints: READS,
  async run({ id }, ask) {
    const memory = await ask.call('get', { id });
    return { text: JSON.stringify(memory, null, 2), data: { ...memory } };
  },
});

/** Counts what is remembered. */
export const memoryStats = tool({
  name: 'memory_stats',
  description: 'How much is remembered, of which types, and what waits for a review.',
  input: {},
  output: z.looseObject({ memories: z.number() }),
  hints: READS,
  async run(_, ask) {
    const stats = await ask.call('stats', {});
    const types = Object.entries(stats.byType).map(([type, count]) => `${count} ${type}`);
    const text = `${stats.memories} memories (${types.join(', ') || 'none'}), ${stats.needsReview} to review, ${stats.sessions} sessions, ${stats.events} events.`;
    return { text, data: { ...stats } };
  },
});

/** Has a memory forgotten. */
export const memoryDelete = tool({
  name: 'memory_delete',
  description: 'Forget a memory that an agent wrote; for any other the person is asked.',
  input: { id },
  output: z.object({ id: z.string(), deleted: z.boolean() }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  async run({ id }, ask) {
    const done = await forgetForAgent(ask, { id });
    return { text: forgottenText(done), data: { id: done.memory.id, deleted: done.isForgotten } };
  },
});
