import { basename } from 'node:path/posix';
import type { Store } from '@sqrl/base/sqlite/store.ts';
import type { SymbolFact } from '../facts/facts.ts';
import { ordinalsOf, sameAsBefore } from '../facts/identity.ts';
import { isTest } from '../facts/is-test.ts';
import type { RecordingWorld } from '../facts/world.ts';
import { packagesIn } from '../languages/packages.ts';
import { addChunks, removeChunks, replaceChunks } from '../tables/chunks.ts';
import { removeEdges } from '../tables/edges.ts';
import { type CodeFile, moveCodeFile, removeCodeFile, saveCodeFacts, saveCodeFile } from '../tables/files.ts';
import { isLookedAt, removeLooks } from '../tables/looks.ts';
import { replacePackages } from '../tables/packages.ts';
import { nextGeneration } from '../tables/state.ts';
import {
  addSymbols,
  fillFileSymbol,
  type KeptSymbol,
  newSymbolIds,
  removeSymbol,
  saveSymbol,
  symbolsOfFile,
} from '../tables/symbols.ts';
import type { LiveCatalog } from './catalog.ts';
import { changedLooks, type FileSurface, type LookChanges, tell } from './changed-looks.ts';
import { movedFiles } from './moved-files.ts';
import type { FileReading } from './reading.ts';

/** What the index is made of while it is worked on. */
export interface OpenIndex {
  store: Store;
  catalog: LiveCatalog;
  world: RecordingWorld;
}

/** A reading of a file that is known, or was just added. */
export interface ReadFile extends FileReading {
  size: number;
  changedAt: number;
}

/**
 * Keeps what was read of some files, and has exactly those be linked again that looked at something which is different
 * now. `gone` are files that are no longer there; one that only moved is taken out of them.
 */
export function keepReadings(
  index: OpenIndex,
  readings: readonly ReadFile[],
  gone: Map<string, CodeFile>,
): void {
  const { store, catalog } = index;
  store.transaction(() => {
    nextGeneration(store);
    const known = follow(index, readings, gone);
    const before = known.map((file) =>
      isNew(file) ? [] : symbolsOfFile(store, file.id).filter(({ place }) => place >= 0),
    );
    const lost = [...gone.values()].flatMap(({ id }) =>
      symbolsOfFile(store, id).filter(({ place }) => place >= 0),
    );
    const were = [...before.flat(), ...lost];
    const same = were.length === 0 ? [] : sameAsBefore(were, readings.map(afterOf(known)));
    const taken = new Set(same.flat());
    const newId = newSymbolIds(store);
    const looked = isLookedAt(store);
    const changes: LookChanges[] = [];
    readings.forEach((reading, i) => {
      const old = known[i]!;
      const file = fileAfter(old, reading);
      const ids = writeSymbols(store, file, reading, { same: same[i] ?? NONE, isAdded: isNew(old), newId });
      for (const { id } of before[i]!) if (!taken.has(id)) removeSymbol(store, id);
      (isNew(old) ? addChunks : replaceChunks)(store, file.id, reading.chunks);
      saveCodeFacts(store, file.id, reading.facts);
      replacePackages(store, file.id, reading.facts ? packagesIn(reading.facts) : []);
      if (old.path !== file.path) moveCodeFile(store, file.id, file.path);
      saveCodeFile(store, file);
      if (file.state === 'linked' && !isNew(old)) {
        removeEdges(store, file.id);
        removeLooks(store, file.id);
      }
      if (old.path !== file.path) catalog.remove(old.path);
      catalog.set(file, reading.facts && { facts: reading.facts, ids });
      const seen = isNew(old) ? undefined : seenOf(old, before[i]!);
      if (looked) changes.push(changedLooks(seen, seenOf(file, reading.facts?.symbols ?? [])));
    });
    tell(index, changes);
  });
}

const NONE: readonly never[] = [];

/** What others could see of a file with these symbols. */
const seenOf = (
  { path, language, surface }: CodeFile,
  symbols: readonly { name: string }[],
): FileSurface => ({ path, language, surface, names: symbols.map(({ name }) => name) });

/** Whether a file was found, but never read. */
const isNew = ({ size }: CodeFile): boolean => size === -1;

/** The file that each reading is of; where one only moved, that is the one from before. */
function follow(
  { store, catalog }: OpenIndex,
  readings: readonly ReadFile[],
  gone: Map<string, CodeFile>,
): CodeFile[] {
  const came = readings.filter(({ path }) => isNew(catalog.files.get(path)!));
  const moved =
    gone.size === 0 || came.length === 0
      ? new Map<string, number>()
      : movedFiles(
          [...gone.values()].map((file) => ({ ...file, hashes: hashesOf(symbolsOfFile(store, file.id)) })),
          came.map((file) => ({ ...file, hashes: file.facts?.symbols.map(({ hash }) => hash) ?? [] })),
        );
  const byId = new Map([...gone.values()].map((file) => [file.id, file]));
  return readings.map(({ path }) => {
    const file = catalog.files.get(path)!;
    const from = byId.get(moved.get(path) ?? -1);
    if (!from) return file;
    gone.delete(from.path);
    removeSymbol(store, file.id);
    removeCodeFile(store, file.id);
    return from;
  });
}

const hashesOf = (symbols: readonly KeptSymbol[]): string[] =>
  symbols.filter(({ place }) => place >= 0).map(({ hash }) => hash);

const afterOf = (known: readonly CodeFile[]) => (reading: ReadFile, i: number) =>
  (reading.facts?.symbols ?? []).map((symbol, place) => ({
    ...symbol,
    file: known[i]!.id,
    shape: reading.shapes[place]!,
    size: symbol.end - symbol.start,
  }));

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

interface SymbolIds {
  /** Of those that were known before, by their place. */
  same: readonly (number | undefined)[];
  /** Whether the file itself was not read before. */
  isAdded: boolean;
  newId: () => number;
}

/** Writes the symbols of a file and gives their ids. */
function writeSymbols(
  store: Store,
  file: CodeFile,
  reading: ReadFile,
  { same, isAdded, newId }: SymbolIds,
): number[] {
  const symbols = reading.facts?.symbols ?? [];
  const test = isTest(file.path);
  const endLine = reading.chunks.at(-1)?.endLine ?? 1;
  if (isAdded) fillFileSymbol(store, { id: file.id, endLine, hash: file.hash!, test });
  else saveSymbol(store, wholeOf(file, endLine, test));
  const ordinals = ordinalsOf(symbols);
  const ids: number[] = [];
  const added: KeptSymbol[] = [];
  symbols.forEach((symbol, place) => {
    const known = same[place];
    const id = known ?? newId();
    const kept = {
      id,
      file: file.id,
      place,
      kind: symbol.kind,
      name: symbol.name,
      parent: symbol.parent === -1 ? file.id : ids[symbol.parent]!,
      ordinal: ordinals[place]!,
      line: symbol.line,
      endLine: symbol.endLine,
      signature: symbol.signature,
      hash: symbol.hash,
      shape: reading.shapes[place]!,
      exported: symbol.exported,
      test: test || isTestModule(file, symbols, place),
    };
    if (known === undefined) added.push(kept);
    else saveSymbol(store, kept);
    ids.push(id);
  });
  addSymbols(store, added);
  return ids;
}

/** The symbol that stands for a file. */
const wholeOf = ({ id, path, hash }: CodeFile, endLine: number, test: boolean): KeptSymbol => ({
  id,
  file: id,
  place: -1,
  kind: 'file',
  name: basename(path),
  parent: null,
  ordinal: 0,
  line: 1,
  endLine,
  signature: '',
  hash: hash!,
  shape: 0,
  exported: false,
  test,
});

/** In Rust, tests lie next to what they test, in a module of their own. */
function isTestModule({ language }: CodeFile, symbols: readonly SymbolFact[], place: number): boolean {
  if (language !== 'rust') return false;
  for (let at = place; at !== -1; at = symbols[at]!.parent)
    if (symbols[at]!.kind === 'namespace' && /^tests?$/.test(symbols[at]!.name)) return true;
  return false;
}

/** Removes files that are no longer there, and has those be linked again that looked at them. */
export function removeFiles(index: OpenIndex, files: Iterable<CodeFile>): void {
  const { store, catalog } = index;
  store.transaction(() => {
    nextGeneration(store);
    const changes: LookChanges[] = [];
    for (const file of files) {
      const symbols = symbolsOfFile(store, file.id);
      for (const { id } of symbols) removeSymbol(store, id);
      removeChunks(store, file.id);
      removeLooks(store, file.id);
      removeCodeFile(store, file.id);
      catalog.remove(file.path);
      const own = symbols.filter(({ place }) => place >= 0);
      changes.push(changedLooks(seenOf(file, own), undefined));
    }
    tell(index, changes);
  });
}
