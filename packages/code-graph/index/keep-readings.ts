import { basename } from 'node:path/posix';
import type { Store } from '@sqrl/base/sqlite/query.ts';
import type { SymbolFact } from '../facts/facts.ts';
import { idsOf, ordinalsOf } from '../facts/identity.ts';
import { isTest } from '../facts/is-test.ts';
import { lookOf } from '../facts/world.ts';
import { packagesIn } from '../languages/packages.ts';
import { removeChunks, replaceChunks } from '../tables/chunks.ts';
import { removeEdges, removeEdgesAt } from '../tables/edges.ts';
import { type CodeFile, removeCodeFile, saveCodeFacts, saveCodeFile } from '../tables/files.ts';
import { relinkLookers, removeLooks } from '../tables/looks.ts';
import { replacePackages } from '../tables/packages.ts';
import { nextGeneration } from '../tables/state.ts';
import { type KeptSymbol, newSymbolIds, replaceSymbols, symbolsOfFile, wholeOf } from '../tables/symbols.ts';
import type { LiveCatalog } from './catalog.ts';
import type { FileReading } from './reading.ts';

export interface OpenIndex {
  store: Store;
  catalog: LiveCatalog;
}

/** A reading of a file that is known, or was just added. */
export interface ReadFile extends FileReading {
  size: number;
  changedAt: number;
}

/**
 * Keeps what was read of some files, and has exactly those be linked again that looked at something which is different
 * now. What is in `gone` files may have moved to them.
 */
export function keepReadings(
  { store, catalog }: OpenIndex,
  readings: readonly ReadFile[],
  gone: Iterable<CodeFile>,
): void {
  store.transaction(() => {
    nextGeneration(store);
    const old = readings.map(({ path }) => catalog.files.get(path)!);
    const before = old.map(({ id }) => symbolsOfFile(store, id).slice(1));
    const lost = [...gone].flatMap(({ id }) => symbolsOfFile(store, id).slice(1));
    const read = readings.map(({ facts, shapes }, i) => ({
      ...{ id: old[i]!.id, symbols: facts?.symbols ?? [], shapes },
    }));
    const ids = idsOf([...before.flat(), ...lost], read, newSymbolIds(store));
    const stays = new Set(ids.flat());
    removeEdgesAt(
      store,
      before.flat().flatMap(({ id }) => (stays.has(id) ? [] : id)),
    );
    const looks = new Set<number>();
    readings.forEach((reading, i) => {
      const file = fileAfter(old[i]!, reading);
      const symbols = symbolsAfter(file, reading, ids[i]!);
      replaceSymbols(store, file.id, [wholeAfter(file, reading), ...symbols]);
      replaceChunks(store, file.id, reading.chunks);
      saveCodeFacts(store, file.id, reading.facts);
      replacePackages(store, file.id, reading.facts ? packagesIn(reading.facts) : []);
      saveCodeFile(store, file);
      if (file.state === 'linked') {
        removeEdges(store, file.id);
        removeLooks(store, file.id);
      }
      catalog.set(file, reading.facts && { facts: reading.facts, ids: ids[i]! });
      // A file that was found but never read could not be seen.
      const seen = old[i]!.size === -1 ? undefined : seenOf(old[i]!, before[i]!);
      for (const look of changedLooks(seen, seenOf(file, symbols))) looks.add(look);
    });
    relinkLookers(store, looks);
  });
}

/** Removes files that are no longer there, and has those be linked again that looked at them. */
export function removeFiles({ store, catalog }: OpenIndex, files: Iterable<CodeFile>): void {
  store.transaction(() => {
    nextGeneration(store);
    const looks = new Set<number>();
    for (const file of files) {
      const symbols = symbolsOfFile(store, file.id);
      removeEdgesAt(
        store,
        symbols.map(({ id }) => id),
      );
      replaceSymbols(store, file.id, []);
      removeChunks(store, file.id);
      removeLooks(store, file.id);
      removeCodeFile(store, file.id);
      catalog.remove(file.path);
      for (const look of changedLooks(seenOf(file, symbols.slice(1)), undefined)) looks.add(look);
    }
    relinkLookers(store, looks);
  });
}

/** What others can see of a file at one time. */
interface FileSurface {
  file: CodeFile;
  /** How often each name is there. */
  names: Map<string, number>;
}

function seenOf(file: CodeFile, symbols: readonly KeptSymbol[]): FileSurface {
  const names = new Map<string, number>();
  if (file.language !== null) for (const { name } of symbols) names.set(name, (names.get(name) ?? 0) + 1);
  return { file, names };
}

/** Looks that give now what they did not give before; undefined where there is no such file. */
function changedLooks(before: FileSurface | undefined, after: FileSurface | undefined): number[] {
  const { path } = (before ?? after)!.file;
  const looks = [lookOf('text', path)];
  if (!before || !after) looks.push(lookOf('exists', path), lookOf('paths', basename(path)));
  const [was, is] = [before?.file, after?.file];
  if (was?.surface !== is?.surface || was?.language !== is?.language) looks.push(lookOf('facts', path));
  for (const [one, other] of [
    [before, after],
    [after, before],
  ])
    for (const [name, times] of one?.names ?? [])
      if (other?.names.get(name) !== times || other.file.language !== one!.file.language)
        looks.push(lookOf('named', `${one!.file.language}:${name}`));
  return looks;
}

function fileAfter(old: CodeFile, reading: ReadFile): CodeFile {
  const { path, hash, size, changedAt, facts } = reading;
  return {
    id: old.id,
    path,
    language: facts?.language ?? null,
    hash,
    surface: facts?.surface ?? null,
    size,
    changedAt,
    state: facts ? 'read' : 'linked',
    broken: facts?.broken ?? false,
  };
}

const wholeAfter = (file: CodeFile, { chunks }: ReadFile): KeptSymbol => ({
  ...wholeOf(file),
  ...{ endLine: chunks.at(-1)?.endLine ?? 1, hash: file.hash!, test: isTest(file.path) },
});

function symbolsAfter(file: CodeFile, { facts, shapes }: ReadFile, ids: readonly number[]): KeptSymbol[] {
  const symbols = facts?.symbols ?? [];
  const test = isTest(file.path);
  const ordinals = ordinalsOf(symbols);
  return symbols.map(({ start: _, end: __, ...symbol }, place) => ({
    ...symbol,
    ...{ id: ids[place]!, file: file.id, place, ordinal: ordinals[place]!, shape: shapes[place]! },
    parent: symbol.parent === -1 ? file.id : ids[symbol.parent]!,
    test: test || isTestModule(file, symbols, place),
  }));
}

/** In Rust, tests lie next to what they test, in a module of their own. */
function isTestModule({ language }: CodeFile, symbols: readonly SymbolFact[], place: number): boolean {
  if (language !== 'rust') return false;
  for (let at = place; at !== -1; at = symbols[at]!.parent)
    if (symbols[at]!.kind === 'namespace' && /^tests?$/.test(symbols[at]!.name)) return true;
  return false;
}
