import { printed, printedName } from '@sqrl/base/model/printed.ts';
import { type ToldMemory, toldMemory } from '@sqrl/base/model/sync/told.ts';
import { z } from 'zod';
import type { Output } from '../../protocol/verbs.ts';
import { READS, type ToolAnswer, type ToolContext, tool, UNLISTED } from '../tool.ts';

export const symbol = tool({
  name: 'find_symbol',
  description: 'Find where a name is defined and used; for a path, its symbols.',
  input: {
    symbol: z.string().min(1).max(1000),
    show: z.enum(['definition', 'callers', 'callees', 'tests']).optional(),
    limit: z.int().min(1).max(200).optional().meta(UNLISTED),
  },
  output: z.object({
    symbols: z.array(
      z.object({
        symbol: z.string(),
        kind: z.string(),
        file: z.string(),
        line: z.number(),
        endLine: z.number(),
        signature: z.string(),
        how: z.string().optional(),
        at: z.array(z.number()).optional(),
        /** Of a path's symbols: how many use it. */
        users: z.number().optional(),
        /** Of a test: whether it calls the symbol in a few steps. */
        sure: z.boolean().optional(),
      }),
    ),
    /** Of a definition: whether the name is exactly that. */
    exactly: z.boolean().optional(),
    /** Of callers and callees: how many there are. */
    total: z.number().optional(),
    /** Of tests: the files they stand in. */
    files: z.array(z.string()).optional(),
    /** Of a path: the file, and what is remembered of it. */
    file: z.string().optional(),
    memories: z.array(z.object({ id: z.string(), text: z.string() })).optional(),
  }),
  hints: READS,
  async run({ symbol, show = 'definition', limit = 20 }, ask) {
    if (show === 'callees')
      return toldCalls(await ask.call('graphCalls', { symbol, limit, way: 'out' }), 'uses');
    if (show === 'tests') {
      const output = await ask.call('graphTests', { symbol, limit });
      const { files, hits, total, sure } = output;
      const symbols = hits.map((hit, at) => ({ ...shortSymbol(hit.symbol), sure: at < sure }));
      const lines = hits.map((hit) => symbolLine(hit.symbol));
      const head = `${total} tests in ${files.length} files reach ${printed(output.symbol.qualified, 300)}; ${sure} call it in a few steps.`;
      const rest = lines.length > sure ? ['May also run it:', ...lines.slice(sure)] : [];
      const told = total > 0 ? [head, ...lines.slice(0, sure), ...rest] : [];
      return answerOf([...told, ...unseenLines(output)], { symbols, files }, output);
    }
    const found = await ask.call('graphDefine', { symbol, limit });
    const use = found.exactly ? undefined : await packageUse(ask, symbol, limit);
    if (use) return use;
    if (show === 'callers') return toldCalls(await ask.call('graphCalls', { symbol, limit }), 'used by');
    const [first] = found.symbols;
    if (found.exactly && first?.kind === 'file')
      return toldContents(await ask.call('graphContents', { path: first.file }));
    return toldDefinitions(symbol, found);
  },
});

/** Who imports an external package, and what is remembered about it; undefined where no code imports one of that name. */
async function packageUse(ask: ToolContext, name: string, limit: number): Promise<ToolAnswer | undefined> {
  const output = await ask.call('graphPackages', { name, limit });
  const { use, total } = output;
  if (use === null || total === 0) return undefined;
  const memories = knownOf(use.memories.filter(({ tainted, needsReview }) => !tainted && !needsReview));
  const symbols = use.files.map(({ path, lines }) => ({ symbol: name, file: path, at: lines }));
  return answerOf(
    [
      `${printedName(name)} is an external package, imported by ${total} files:`,
      ...use.files.map(({ path, lines }) => `- ${printedName(path)}:${lines.join(',')}`),
      ...memories.map(memoryLine),
    ],
    { symbols, memories },
    output,
  );
}

const knownOf = (memories: readonly (ToldMemory & { id: string })[]) =>
  memories.map((memory) => ({ id: memory.id, text: toldMemory(memory, 600) }));

const memoryLine = ({ id, text }: { id: string; text: string }): string => `Memory: ${text} [Memory #${id}]`;

/** An answer about the code, with a note where it may be behind the files. */
export const answerOf = (
  lines: readonly string[],
  data: Record<string, unknown>,
  { pending }: { pending: Parameters<typeof pendingNote>[0] },
): ToolAnswer => ({ text: lines.join('\n'), data, notices: pendingNote(pending) });

function toldDefinitions(asked: string, output: Output<'graphDefine'>): ToolAnswer {
  const { exactly, symbols } = output;
  const head = exactly
    ? `${printed(asked, 300)} is defined here:`
    : symbols.length > 0
      ? // Without an exact match the input may be anything, also a pasted key: it is not repeated.
        'No exact match. Similar:'
      : 'No symbol with this or a similar name.';
  const data = { exactly, symbols: symbols.map(shortSymbol) };
  return answerOf([head, ...symbols.map(symbolLine)], data, output);
}

function toldCalls(output: Output<'graphCalls'>, how: 'used by' | 'uses'): ToolAnswer {
  const { symbol, calls, total } = output;
  const symbols = calls.map((call) => ({ ...shortSymbol(call.symbol), how: call.kind, at: call.lines }));
  const lines = calls.map(
    (call) =>
      `${symbolLine(call.symbol)} (${call.kind}, ${call.lines.map((line) => `line ${line}`).join(', ')})`,
  );
  const head = `${printed(symbol.qualified, 300)} (${printedName(symbol.file)}:${symbol.line}), ${how} ${total}:`;
  return answerOf([head, ...lines, ...unseenLines(output)], { symbols, total }, output);
}

function toldContents(output: Output<'graphContents'>): ToolAnswer {
  const { path, symbols, unparsed } = output;
  const lines = symbols.map(
    (each) =>
      `${'  '.repeat(each.depth)}- ${each.line} ${namedWith(each)}${each.users > 0 ? ` (${each.users} users)` : ''}`,
  );
  const memories = knownOf(output.memories);
  const named = symbols.map((each) => ({ ...shortSymbol(each), users: each.users }));
  return answerOf(
    [
      `${printedName(path)}:`,
      ...lines,
      ...(unparsed === null ? [] : [`Not parsed: ${printed(unparsed, 300)}`]),
      ...memories.map(memoryLine),
    ],
    { file: path, symbols: named, memories },
    output,
  );
}

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
  const { symbol, total, tests, files, hits, others } = output;
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
  const named = others.map((other) => `${printedName(other.file)}:${printed(other.qualified, 300)}`);
  return answerOf(
    [
      head,
      ...lines,
      ...(total > hits.length ? [`… and ${total - hits.length} more`] : []),
      ...(named.length > 0 ? [`Same name: ${named.join(', ')}`] : []),
      ...unseenLines(output),
    ],
    { symbol: `${symbol.file}:${symbol.qualified}`, total, tests, files, hits: found },
    output,
  );
}

type DefinedSymbol = Output<'graphDefine'>['symbols'][number];

const shortSymbol = ({ qualified, kind, file, line, endLine, signature }: DefinedSymbol) => ({
  symbol: qualified,
  kind,
  file,
  line,
  endLine,
  signature,
});

const symbolLine = (symbol: DefinedSymbol): string =>
  `- ${printedName(symbol.file)}:${symbol.line} ${namedWith(symbol)}`;

/** A symbol with its kind before it; many signatures begin with that word. */
const namedWith = ({
  kind,
  signature,
  qualified,
}: Pick<DefinedSymbol, 'kind' | 'signature' | 'qualified'>): string =>
  printed(
    signature.startsWith(`${kind} `) ? signature : `${kind} ${signature || qualified}`,
    MAX_SIGNATURE_CHARS,
  );

const MAX_SIGNATURE_CHARS = 600;

/** What an answer did not find, and cannot have seen. */
const unseenLines = ({ none, unseen }: Pick<Output<'graphTests'>, 'none' | 'unseen'>): string[] =>
  [...(none ? [none] : []), ...unseen].map((text) => printed(text, 400));

/** Says when an answer about the code may be behind the files. */
const pendingNote = ({
  total,
  paths,
  unchecked = false,
}: Omit<Output<'graphTests'>['pending'], 'unchecked'> & { unchecked?: boolean }) => [
  ...(unchecked ? [{ message: 'The index is still being compared with the files.', hint: OUTDATED }] : []),
  ...(total === 0
    ? []
    : [
        {
          message: `${total} files changed since they were indexed (${paths
            .slice(0, 3)
            .map((path) => printedName(path))
            .join(', ')}${total > 3 ? ', …' : ''}).`,
          hint: OUTDATED,
        },
      ]),
];

const OUTDATED = 'This answer may be outdated.';
