import { printed, printedName } from '@sqrl/base/model/printed.ts';
import { z } from 'zod';
import type { Output } from '../../protocol/verbs.ts';
import { pendingNote, unseenLines } from '../code-words.ts';
import { UNLISTED } from '../schema.ts';
import { READS, type ToolAnswer, tool } from '../tool.ts';

/** Says what may break when a symbol or a file changes. */
export const impact = tool({
  name: 'code_impact',
  description: 'Show what may break if a symbol or file changes: code, then tests.',
  input: {
    symbol: z.string().min(1).max(1000),
    depth: z.int().min(1).max(10).optional().meta(UNLISTED),
    limit: z.int().min(1).max(200).optional().meta(UNLISTED),
  },
  output: z.object({
    symbol: z.string(),
    total: z.number(),
    tests: z.number(),
    files: z.number(),
    hits: z.array(
      z.object({
        symbol: z.string(),
        file: z.string(),
        line: z.number(),
        depth: z.number(),
        kind: z.string(),
        test: z.boolean().optional(),
      }),
    ),
  }),
  hints: READS,
  async run({ symbol, depth, limit = 30 }, ask) {
    return toldImpact(
      await ask.call('graphImpact', { symbol, limit, ...(depth !== undefined && { depth }) }),
    );
  },
});

function toldImpact(output: Output<'graphImpact'>): ToolAnswer {
  const { symbol, total, tests, files, hits, others, pending } = output;
  const found = hits.map((hit) => ({
    symbol: hit.symbol.qualified,
    file: hit.symbol.file,
    line: hit.line,
    depth: hit.depth,
    kind: hit.kind,
    ...(hit.symbol.test && { test: true }),
  }));
  const lines = found.map(
    (hit) =>
      `- ${printedName(hit.file)}:${hit.line} ${printed(hit.symbol, 300)} (${hit.kind}, ${hit.depth} away${hit.test ? ', test' : ''})`,
  );
  const head = `${printed(symbol.qualified, 300)} (${printedName(symbol.file)}:${symbol.line}) affects ${total} symbols in ${files} files, ${tests} of them tests.`;
  return {
    text: [
      head,
      ...lines,
      ...(total > hits.length ? [`… and ${total - hits.length} more`] : []),
      ...(others.length > 0
        ? [
            `Same name: ${others.map((other) => `${printedName(other.file)}:${printed(other.qualified, 300)}`).join(', ')}`,
          ]
        : []),
      ...unseenLines(output),
    ].join('\n'),
    data: { symbol: `${symbol.file}:${symbol.qualified}`, total, tests, files, hits: found },
    notices: pendingNote(pending),
  };
}
