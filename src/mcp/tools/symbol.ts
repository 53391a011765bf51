import { z } from 'zod';
import { printed, printedName } from '../../model/printed.ts';
import { toldMemory } from '../../model/sync/told.ts';
import type { Output } from '../../protocol/verbs.ts';
import { namedWith, pendingNote, shortSymbol, symbolLine, unseenLines } from '../code-words.ts';
import { UNLISTED } from '../schema.ts';
import { READS, type ToolAnswer, tool } from '../tool.ts';

/** Finds where something is defined, and who uses it. */
export const symbol = tool({
  name: 'find_symbol',
  description: 'Find where a name is defined and used; for a path, its symbols.',
  input: {
    symbol: z.string().min(1).max(1000),
    show: z.enum(['definition', 'callers', 'callees', 'tests']).optional(),
    limit: z.int().min(1).max(200).optional().meta(UNLISTED),
  },
  output: z.object({ symbols: z.array(z.looseObject({ symbol: z.string(), file: z.string() })) }),
  hints: READS,
  async run({ symbol, show = 'definition', limit = 20 }, ask) {
    if (show === 'callers') return toldCalls(await ask.call('graphCallers', { symbol, limit }), 'used by');
    if (show === 'callees') return toldCalls(await ask.call('graphCallees', { symbol, limit }), 'uses');
    if (show === 'tests') {
      const output = await ask.call('graphTests', { symbol, limit });
      const { files, hits, total, sure, pending } = output;
      const symbols = hits.map((hit, at) => ({ ...shortSymbol(hit.symbol), sure: at < sure }));
      const lines = hits.map((hit) => symbolLine(hit.symbol));
      const head = `${total} tests in ${files.length} files reach ${printed(output.symbol.qualified, 300)}; ${sure} call it in a few steps.`;
      const rest = lines.length > sure ? ['May also run it:', ...lines.slice(sure)] : [];
      const told = total > 0 ? [head, ...lines.slice(0, sure), ...rest] : [];
      const text = [...told, ...unseenLines(output)].join('\n');
      return { text, data: { symbols, files }, notices: pendingNote(pending) };
    }
    const found = await ask.call('graphDefine', { symbol, limit });
    const [first] = found.symbols;
    if (found.exactly && first?.kind === 'file')
      return toldContents(await ask.call('graphContents', { path: first.file }));
    return toldDefinitions(symbol, found);
  },
});

function toldDefinitions(asked: string, { exactly, symbols, pending }: Output<'graphDefine'>): ToolAnswer {
  const head = exactly
    ? `${printed(asked, 300)} is defined here:`
    : symbols.length > 0
      ? // Without an exact match the input may be anything, also a pasted key: it is not repeated.
        'No exact match. Similar:'
      : 'No symbol with this or a similar name.';
  return {
    text: [head, ...symbols.map(symbolLine)].join('\n'),
    data: { exactly, symbols: symbols.map(shortSymbol) },
    notices: pendingNote(pending),
  };
}

/** Calls as lines, and as data. */
function toldCalls(output: Output<'graphCallers'>, how: 'used by' | 'uses'): ToolAnswer {
  const { symbol, calls, total, pending } = output;
  const symbols = calls.map((call) => ({ ...shortSymbol(call.symbol), how: call.kind, at: call.lines }));
  const lines = calls.map(
    (call) =>
      `${symbolLine(call.symbol)} (${call.kind}, ${call.lines.map((line) => `line ${line}`).join(', ')})`,
  );
  return {
    text: [
      `${printed(symbol.qualified, 300)} (${printedName(symbol.file)}:${symbol.line}), ${how} ${total}:`,
      ...lines,
      ...unseenLines(output),
    ].join('\n'),
    data: { symbols, total },
    notices: pendingNote(pending),
  };
}

/** A file's contents as lines, and as data. */
function toldContents({ path, symbols, memories, unparsed, pending }: Output<'graphContents'>): ToolAnswer {
  const lines = symbols.map(
    (each) =>
      `${'  '.repeat(each.depth)}- ${each.line} ${namedWith(each)}${each.users > 0 ? ` (${each.users} users)` : ''}`,
  );
  const known = memories.map((memory) => ({ id: memory.id, text: toldMemory(memory, 600) }));
  return {
    text: [
      `${printedName(path)}:`,
      ...lines,
      ...(unparsed === null ? [] : [`Not parsed: ${printed(unparsed.text, 300)}`]),
      ...known.map(({ id, text }) => `Memory: ${text} [Memory #${id}]`),
    ].join('\n'),
    data: {
      file: path,
      symbols: symbols.map((each) => ({ ...shortSymbol(each), users: each.users })),
      memories: known,
    },
    notices: pendingNote(pending),
  };
}
