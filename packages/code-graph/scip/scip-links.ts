import { join } from 'node:path/posix';
import type { EdgeKind } from '@sqrl/base/model/code.ts';
import type { FileFacts, SymbolFact } from '../facts/facts.ts';
import type { FileLink, LinkTarget } from '../facts/linker.ts';
import { descriptorOf, type ScipDocument, type ScipOccurrence, scipDocuments } from './scip.ts';

/** The files that a SCIP index may speak of, as they are now. */
export interface IndexedFiles {
  facts(path: string): Pick<FileFacts, 'symbols'> | undefined;
  text(path: string): string | undefined;
  /** The folder the index was made in, seen from the root of the repository. */
  folder?: string;
}

export interface ScipLinks {
  /** By the file they begin in. */
  links: Map<string, FileLink[]>;
  /** Documents that are not known, or that were changed since the index was made: nothing is taken from them. */
  unknown: string[];
  outdated: string[];
}

/** Turns a SCIP index into links between symbols that are known. */
export function scipLinks(index: Uint8Array, files: IndexedFiles): ScipLinks {
  const said: ScipLinks = { links: new Map(), unknown: [], outdated: [] };
  const documents: { document: ScipDocument; path: string; source: ScipSource }[] = [];
  const targets = new Map<string, LinkTarget>();
  for (const document of scipDocuments(index)) {
    const path = join(files.folder ?? '', document.path);
    const [facts, text] = [files.facts(path), files.text(path)];
    if (!facts || text === undefined) {
      said.unknown.push(path);
      continue;
    }
    const source = { symbols: facts.symbols, lines: text.split('\n'), columns: document.columns };
    if (!isAsIndexed(document, source)) {
      said.outdated.push(path);
      continue;
    }
    documents.push({ document, path, source });
    for (const one of document.occurrences) {
      const target = one.definition ? targetOf(one, path, source) : undefined;
      if (target) targets.set(keyOf(one.symbol, path), target);
    }
  }
  for (const { document, path, source } of documents)
    said.links.set(
      path,
      unique([...inherited(document, path, source, targets), ...named(document, path, source, targets)]),
    );
  return said;
}

interface ScipSource {
  symbols: readonly SymbolFact[];
  lines: readonly string[];
  columns: ScipDocument['columns'];
}

/** What is local to a document is numbered anew in each. */
const keyOf = (symbol: string, path: string): string =>
  symbol.startsWith('local ') ? `${path} ${symbol}` : symbol;

/** Whether names still stand where the index says; a line more at the top moves them all. */
function isAsIndexed({ occurrences }: ScipDocument, source: ScipSource): boolean {
  const checked = occurrences.filter(isDistinctiveName);
  const right = checked.filter((one) => isCalledSo(one, source));
  return right.length >= checked.length * 0.9;
}

/** Whether an occurrence says by which word it stands in the text: what is imported may be called anything there. */
function isDistinctiveName({ symbol, definition }: ScipOccurrence): boolean {
  const { name, is } = descriptorOf(symbol);
  // Others, such as the keys of an object, are called something that an indexer made up.
  return is !== 'other' && /^\w+$/.test(name) && (definition || MEMBER.test(symbol));
}

const MEMBER = /#[^#/]+\.$/;

function isCalledSo(one: ScipOccurrence, source: ScipSource): boolean {
  const word = wordAt(one, source).word.replaceAll(/['"]/g, '');
  // An operator stands for the method behind it.
  const isOperator = !one.definition && /^\W+$/.test(word);
  return isOperator || isConstructor(one.symbol) || word === descriptorOf(one.symbol).name;
}

const isConstructor = (symbol: string): boolean => /(?:`<constructor>`|__init__)\(/.test(symbol);

function wordAt(
  one: ScipOccurrence,
  { lines, columns }: ScipSource,
): { before: string; word: string; after: string } {
  const line = lines[one.line - 1] ?? '';
  const [from, to] = [unitsOf(line, one.column, columns), unitsOf(line, one.endColumn, columns)];
  return { before: line.slice(0, from), word: line.slice(from, to), after: line.slice(to) };
}

function unitsOf(line: string, column: number, columns: ScipDocument['columns']): number {
  if (columns === 'utf8') return Buffer.from(line).subarray(0, column).toString('utf8').length;
  return columns === 'utf32' ? [...line].slice(0, column).join('').length : column;
}

/** The symbol that is defined at a place: of the same name, and begun there or shortly before. */
function targetOf(one: ScipOccurrence, path: string, source: ScipSource): LinkTarget | undefined {
  // A file is defined at its very beginning.
  if (one.symbol.endsWith('/') && one.line === 1) return { path, symbol: -1 };
  const { symbols } = source;
  const isLocal = one.symbol.startsWith('local ');
  const name = isLocal ? wordAt(one, source).word : descriptorOf(one.symbol).name;
  let best = -1;
  for (const [at, symbol] of symbols.entries()) {
    if (symbol.name !== name || symbol.line > one.line || symbol.endLine < one.line) continue;
    // A parameter may be called as the function it is in.
    if (isLocal && symbol.line !== one.line) continue;
    if (best < 0 || symbol.line > symbols[best]!.line) best = at;
  }
  return best < 0 ? undefined : { path, symbol: best };
}

function inherited(
  { parents }: ScipDocument,
  path: string,
  { symbols }: ScipSource,
  targets: ReadonlyMap<string, LinkTarget>,
): FileLink[] {
  return parents.flatMap(({ symbol, parent }): FileLink[] => {
    const [from, to] = [targets.get(symbol), targets.get(parent)];
    if (!from || !to || from.path !== path || descriptorOf(symbol).is !== 'type') return [];
    // An index does not tell where: it is taken for the line the symbol begins at.
    return [{ from: from.symbol, to, kind: 'inherits', how: 'scip', line: symbols[from.symbol]!.line }];
  });
}

function named(
  { occurrences }: ScipDocument,
  path: string,
  source: ScipSource,
  targets: ReadonlyMap<string, LinkTarget>,
): FileLink[] {
  return occurrences.flatMap((one): FileLink[] => {
    const to = one.definition ? undefined : targets.get(keyOf(one.symbol, path));
    // A line that was changed since names something else there.
    if (!to || (isDistinctiveName(one) && !isCalledSo(one, source))) return [];
    const { line } = one;
    const how = 'scip';
    if (to.symbol === -1) return to.path === path ? [] : [{ from: -1, to, kind: 'imports', how, line }];
    const from = symbolAround(line, source.symbols);
    const kind = kindOf(one, path, source);
    // What is only named at the top of a file is imported or handed on: its imports tell that.
    if (from === -1 && kind !== 'calls') return [];
    // Nor does it matter that something names itself, unless it calls itself.
    if (kind !== 'calls' && to.path === path && to.symbol === from) return [];
    return [{ from, to, kind, how, line }];
  });
}

/** The innermost symbol with a line in it; -1 for the file. */
function symbolAround(line: number, symbols: readonly SymbolFact[]): number {
  let found = -1;
  for (const [at, symbol] of symbols.entries())
    if (symbol.line <= line && line <= symbol.endLine && (found < 0 || symbol.start >= symbols[found]!.start))
      found = at;
  return found;
}

/** An index tells that something is named, not what for: that stands in the text around it. */
function kindOf(one: ScipOccurrence, path: string, source: ScipSource): EdgeKind {
  const { before, after } = wordAt(one, source);
  const { is } = descriptorOf(one.symbol);
  if (/^(?:\?\.)?(?:<[^()]*>)?\s*[(`]/.test(after) || /\bnew\s+(?:[\w$]+\.)*$/.test(before)) return 'calls';
  if (is === 'method' && path.endsWith('.rb')) return 'calls';
  return is === 'type' ? 'references' : 'uses';
}

function unique(links: readonly FileLink[]): FileLink[] {
  const seen = new Set<string>();
  return links.filter(({ from, to, kind, line }) => {
    const key = [from, to.path, to.symbol, kind, line].join('\0');
    return !seen.has(key) && seen.add(key);
  });
}
