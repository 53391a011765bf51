import { noteOf } from '@sqrl/base/model/note-tag.ts';
import { typeNames } from '@sqrl/base/model/schemas.ts';
import { attributionOf, isAgentsWord, toldMemory } from '@sqrl/base/model/sync/told.ts';
import { z } from 'zod';
import { commitAnswer, repositoryAnswers } from '../../protocol/outputs.ts';
import { day, READS, tool, UNLISTED } from '../tool.ts';

const MEMORY_TOKENS = 60;

export const recallTool = tool({
  name: 'recall',
  description: 'Search decisions, rules, pitfalls, fixes and past sessions before guessing.',
  input: {
    question: z.string().min(1).max(10_000),
    files: z.array(z.string()).max(100).optional(),
    types: typeNames.optional().meta(UNLISTED),
    limit: z.int().min(1).max(100).optional().meta(UNLISTED),
    budget: z.int().min(50).max(20_000).optional().meta(UNLISTED),
    in: z.enum(['commits', 'code']).optional().meta(UNLISTED),
    min_importance: z.number().min(1).max(10).optional().meta(UNLISTED),
  },
  output: z.object({
    memories: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        text: z.string(),
        from: z.string().optional(),
        stale: z.boolean().optional(),
        earlier: z.boolean().optional(),
        note: z.string().optional(),
      }),
    ),
    talks: z.array(z.object({ id: z.string(), date: z.string(), text: z.string() })),
    passages: z.array(z.object({ id: z.string(), speaker: z.string(), date: z.string(), text: z.string() })),
    commits: z.array(commitAnswer.extend({ at: z.string() })).optional(),
    code: repositoryAnswers.code.optional(),
  }),
  hints: READS,
  always: true,
  also: { query: 'question', minImportance: 'min_importance' },
  async run(
    { question, files, types, limit, budget = limit && limit * MEMORY_TOKENS, in: layer, min_importance },
    ask,
  ) {
    const {
      lines,
      talks,
      passages: said,
      commits,
      code,
      text,
      notices,
    } = await ask.call('recall', {
      question,
      ...(files && { files }),
      ...(types && { types }),
      ...(budget !== undefined && { budget }),
      ...(layer && { in: [layer] }),
      ...(min_importance !== undefined && { minImportance: min_importance }),
    });
    const memories = lines.map(({ memory }) => {
      const { id, type, text, stale, earlier, tags, userId } = memory;
      const note = noteOf({ tags });
      return {
        id,
        type,
        text: userId || isAgentsWord(memory) ? toldMemory(memory) : text,
        ...(userId && { from: attributionOf(memory) }),
        ...(stale && { stale }),
        ...(earlier && { earlier }),
        ...(note !== null && { note }),
      };
    });
    const passages = said.map(({ id, speaker, at, text }) => ({
      id,
      speaker,
      date: new Date(at).toISOString().slice(0, 10),
      text,
    }));
    const found = {
      ...(commits.length > 0 && { commits: commits.map((one) => ({ ...one, at: day(one.at) })) }),
      ...(code.length > 0 && { code }),
    };
    return {
      text: text || 'No matching memories.',
      data: {
        memories,
        talks: talks.map(({ at, ...talk }) => ({ ...talk, date: day(at) })),
        passages,
        ...found,
      },
      notices,
    };
  },
});

export const taskContextTool = tool({
  name: 'get_task_context',
  description: 'Get rules, pitfalls, past attempts and files for a new task.',
  input: {
    task: z.string().min(1).max(20_000),
    files: z.array(z.string()).max(100).optional(),
    for: z.enum(['task', 'planner', 'coder', 'qa']).optional().meta(UNLISTED),
  },
  output: z.object({
    text: z.string(),
    files: z.array(z.object({ path: z.string(), why: z.string() })),
  }),
  hints: READS,
  always: true,
  async run({ task, files, for: role }, ask) {
    const context = await ask.call('context', {
      task,
      ...(role && { for: role }),
      ...(files && { files }),
      ...(ask.client && { client: ask.client }),
    });
    const text = context.text || 'No memories are relevant to this task.';
    const needed = context.files.map(({ path, why }) => ({
      path,
      why: why.join('; '),
    }));
    return { text, data: { text, files: needed }, notices: context.notices };
  },
});

export const sessionTool = tool({
  name: 'get_session_context',
  description: 'Show unfinished tasks and the next step. Call when resuming.',
  input: {},
  output: z.object({
    text: z.string(),
    branch: z.string().nullable(),
    changed: z.array(z.string()),
  }),
  hints: READS,
  async run(_, ask) {
    const where = await ask.call('where', {});
    const text = where.text || 'No recorded work in this project yet.';
    return { text, data: { text, branch: where.branch, changed: where.changed } };
  },
});
